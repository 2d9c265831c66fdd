import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** Profile of the user of a session. Loyalties and roles are separate fields of the answers. */
export const User = lazyObject(() => ({
  /** Email of the account, in lower case. */
  email: z.string(),
  firstName: z.string(),
  firstSurname: z.string(),
  /** Cédula, 8 digits with the check digit. */
  documentNumber: z.string(),
  /** Birthdate, `yyyyMMdd`. */
  birthdate: z.string(),
  /** Sex as the person gave it: F female, M male, X other. */
  sex: z.enum(['F', 'M', 'X']),
  /** Mobile number in E.164, as in `+59899123456`. */
  mobile: z.string(),
  /** Street, city and country, joined by commas. */
  address: z.string(),
}))
export type User = z.infer<typeof User>
