import * as z from 'zod/mini'
import { Birthdate } from '#contract/fields/birthdate.ts'
import { isCommonPassword } from '#contract/fields/commonPassword.ts'
import { COMMON_PASSWORD, NewPassword, PERSONAL_PASSWORD } from '#contract/fields/password.ts'
import { isPersonal } from '#contract/fields/personalPassword.ts'
import type { FormTexts } from '#kit/form/Form.tsx'

/**
 * A new password, checked by all rules but the list of common ones, which only the server has.
 * @param typed the person's data as typed so far
 */
export function choosablePassword(typed: FormTexts) {
  const { email = '', firstName = '', firstSurname = '', documentNumber = '', mobile = '' } = typed
  const birthdate = z.safeParse(Birthdate, typed.birthdate).data ?? ''
  const person = { email, firstName, firstSurname, documentNumber, mobile, birthdate }
  return NewPassword.check(
    z.refine((password) => !isCommonPassword(password), { error: COMMON_PASSWORD, abort: true }),
    z.refine((password) => !isPersonal(password, person), PERSONAL_PASSWORD),
  )
}
