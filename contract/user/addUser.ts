import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { NewPassword } from '#contract/fields/password.ts'
import { RegistrationDraft } from '#contract/fields/profile.ts'
import { LinkBase } from '#contract/fields/verificationCode.ts'

/**
 * Registers a user and sends a verification code by email; `confirmAddUser` completes it. There is
 * one account per email and per document. The answer does not reveal whether an account exists: it
 * is 00 for every valid request, and the owner of an existing account is notified by email.
 * Errors: 05 with the field to correct; HTTP 429 when too many requests about the email wait,
 * or after many registrations from the address.
 */
export const addUser = defineCall('user', 'addUser', {
  access: 'open',
  request: () => ({
    /** Who registers: identity and contact. */
    user: RegistrationDraft,
    password: NewPassword,
    link: LinkBase,
    /** Consent to the use of personal data (Ley 18.331). The app sends it; integrators may omit it. */
    consent: z.optional(
      z.literal(true, 'Para registrarte tenés que aceptar los términos y condiciones.'),
    ),
  }),
})
