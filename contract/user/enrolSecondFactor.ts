import * as z from 'zod/mini'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Our own: who decides over others gets the secret of a second factor, told this once, and proves
 * with confirmSecondFactor that it is in their authenticator app. It takes the place of the factor
 * before it; a session that never showed that one may not replace it.
 * Errors: 05 wrong password, or another factor first; HTTP 429 after wrong ones.
 */
export const enrolSecondFactor = service({
  group: 'user',
  name: 'enrolSecondFactor',
  access: [ADMINISTRADOR, UBER, PETROBRAS],
  request: {
    password: z
      .string('Escribí tu contraseña.')
      .check(
        z.minLength(1, 'Escribí tu contraseña.'),
        z.maxLength(128, 'La contraseña tiene como mucho 128 caracteres.'),
      ),
  },
  response: {
    /** Base32, to be typed. */
    secret: z.string(),
    /** The same as `otpauth://…`, to be drawn as a QR. */
    uri: z.string(),
  },
})
