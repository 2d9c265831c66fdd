import * as z from 'zod/mini'
import { service } from '#contract/service.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { RegistrationDraft } from '#contract/fields/profile.ts'

/**
 * A person registers; a code to confirm the account goes to their e-mail. There is one account per
 * e-mail and per document, and the answer never tells whether one was there: 00 for whatever is
 * well written, the rest by mail to the owner. Errors: 05 with what to mend.
 */
export const addUser = service({
  group: 'user',
  name: 'addUser',
  access: 'open',
  request: {
    user: RegistrationDraft,
    password: NewPassword,
    link: LinkBase,
    /** Our app's: the person agrees to how their data is used (Ley 18.331). */
    consent: z.optional(
      z.literal(true, 'Para registrarte tenés que aceptar los términos y condiciones.'),
    ),
  },
  response: {},
})
