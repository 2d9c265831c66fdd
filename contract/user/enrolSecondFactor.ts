import * as z from 'zod/mini'
import { currentPassword } from '#contract/fields/password.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Creates the secret of a second factor (TOTP, RFC 6238) for an operator. It is answered only once
 * and takes effect with `confirmSecondFactor`; until then the factor in force remains. To replace a
 * factor, the session must have shown it.
 * Errors: 05 wrong password, or a factor in force that the session has not shown; HTTP 429 after
 * wrong passwords.
 */
export const enrolSecondFactor = service({
  group: 'user',
  name: 'enrolSecondFactor',
  access: [ADMINISTRADOR, UBER, PETROBRAS],
  request: { password: currentPassword() },
  response: {
    /** The secret in Base32, to be typed into an authenticator app. */
    secret: z.string(),
    /** The secret as an `otpauth://` address, to be shown as a QR code. */
    uri: z.string(),
  },
})
