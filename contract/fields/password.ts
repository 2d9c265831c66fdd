import * as z from 'zod/mini'

const LENGTH = 'La contraseña tiene que tener entre 8 y 128 caracteres.'

/** A password to be: any characters, no rules of composition; the server refuses the common ones. */
export const NewPassword = z
  .string('Escribí una contraseña.')
  .check(z.minLength(8, LENGTH), z.maxLength(128, LENGTH))
