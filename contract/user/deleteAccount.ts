import * as z from 'zod/mini'
import { service } from '#contract/service.ts'

/**
 * Our own (Ley 18.331, suppression): a person leaves for good. Everything that names them goes at
 * once; what they bought and paid stays, without a name, because the books of others rest on it.
 * It cannot be taken back, and every session ends. A repeat answers 88.
 * Errors: 05 wrong password, or a payment under way; HTTP 429 after wrong ones.
 */
export const deleteAccount = service({
  group: 'user',
  name: 'deleteAccount',
  access: 'signedIn',
  request: {
    password: z
      .string('Escribí tu contraseña.')
      .check(
        z.minLength(1, 'Escribí tu contraseña.'),
        z.maxLength(128, 'La contraseña tiene como mucho 128 caracteres.'),
      ),
  },
  response: {},
})
