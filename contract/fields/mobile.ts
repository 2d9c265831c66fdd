import * as z from 'zod/mini'
import { INVALID_MOBILE, Profile } from '#contract/fields/profile.ts'

/** A Uruguayan mobile without the signs between its digits: `099123456`, also with the code 598. */
const URUGUAYAN = /^(?:(?:\+|00)?598)?0?9[1-9]\d{6}$/
/** A number with the code of another country, which the server checks by its numbering plan. */
const FOREIGN = /^(?:\+|00)(?!598)[1-9]\d{5,14}$/

/**
 * A mobile number as a person types it, checked as far as a device can: the server, which has the
 * numbering plans, decides about numbers of other countries.
 */
export const typedMobile = () =>
  Profile.shape.mobile.check(
    z.refine((typed) => {
      const number = typed.normalize('NFKC').replaceAll(/[\s()./\p{Pd}]/gu, '')
      return URUGUAYAN.test(number) || FOREIGN.test(number)
    }, INVALID_MOBILE),
  )
