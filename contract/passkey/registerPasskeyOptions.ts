import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { CreationOptions } from '#contract/entities/passkey.ts'
import { EnrolmentCode } from '#contract/fields/groupedCode.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { currentPassword } from '#contract/fields/password.ts'

/** `responseDescription` when the password is missing and the login is older than five minutes. */
export const PASSWORD_REQUIRED = 'Para agregar una llave de acceso escribí también tu contraseña.'

/** `responseDescription` in a session that has not shown the second factor in force. */
export const SHOW_FACTOR_FIRST =
  'Para agregar una llave de acceso, mostrá primero el segundo factor que tenés.'

/**
 * The options of `navigator.credentials.create()` for the caller; `registerPasskey` adds the passkey
 * within five minutes, in the same session. A session that is older than five minutes sends the password too. An
 * operator without a second factor sends the one-time code of the network's administration.
 * Errors: 05 wrong or missing password, a second factor in force that the session has not shown, a
 * wrong, expired or missing one-time code, or ten passkeys already; HTTP 429 after wrong passwords or
 * codes.
 */
export const registerPasskeyOptions = defineCall('passkey', 'registerPasskeyOptions', {
  access: 'signedIn',
  // An operator enrols the first second factor; the handler checks the code.
  beforeSecondFactor: true,
  request: () => ({
    /** The current password; left out or empty within five minutes of the login. */
    password: withDefault(
      z.union(
        [currentPassword(), z.literal('')],
        'Escribí tu contraseña, de hasta 128 caracteres.',
      ),
      '',
    ),
    /** The one-time code for the first second factor; empty for everyone else. */
    enrolmentCode: EnrolmentCode,
  }),
  response: () => ({ options: CreationOptions }),
})
