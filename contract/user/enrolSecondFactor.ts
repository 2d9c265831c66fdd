import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { EnrolmentCode } from '#contract/fields/groupedCode.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/** `responseDescription` when the code of the factor to be replaced is missing from the request. */
export const SECOND_FACTOR_REQUIRED = 'Ingresá también el código de tu segundo factor.'

/**
 * Creates the secret of a second factor (TOTP, RFC 6238) for an operator. It is answered only once
 * and takes effect with `confirmSecondFactor`; until then the factor in force remains. To replace a
 * factor, the session must have shown it, and the request carries another code of it. The first
 * factor needs a one-time code of the network's administration, valid for 24 hours, which
 * `confirmSecondFactor` uses up.
 * Errors: 05 wrong password, a factor in force that the session has not shown, a wrong, used or
 * missing code of it, or a wrong, expired or missing one-time code; HTTP 429 after wrong passwords
 * or codes.
 */
export const enrolSecondFactor = defineCall('user', 'enrolSecondFactor', {
  access: [ADMINISTRADOR, UBER, PETROBRAS],
  beforeSecondFactor: true,
  request: () => ({
    /** The current password of the account. */
    password: currentPassword(),
    /** A current code of the factor in force; empty when there is none. */
    secondFactor: TotpCode,
    /** The one-time code for the first factor; empty to replace a factor. */
    enrolmentCode: EnrolmentCode,
  }),
  response: () => ({
    /** The secret in Base32, to be typed into an authenticator app. */
    secret: z.string(),
    /** The secret as an `otpauth://` address, to be shown as a QR code. */
    uri: z.string(),
  }),
})
