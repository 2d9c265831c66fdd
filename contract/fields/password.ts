import * as z from 'zod/mini'

/** `responseDescription` when the current password of a signed-in caller is wrong. */
export const WRONG_CURRENT_PASSWORD = 'Tu contraseña actual no es correcta.'
/** `responseDescription` when a new password is a variant of a common one. */
export const COMMON_PASSWORD =
  'Esa contraseña es de las primeras que cualquiera probaría. Elegí otra.'
/** `responseDescription` when a new password consists of the person's own data. */
export const PERSONAL_PASSWORD =
  'Esa contraseña está hecha con datos tuyos (nombre, correo, documento, celular o nacimiento), que otros saben. Elegí otra.'

const MAX_LENGTH = 128
const LENGTH = `La contraseña tiene que tener entre 8 y ${MAX_LENGTH} caracteres.`

/** A new password: 8 to 128 characters, no composition rules; the server refuses common ones and the person's own data. */
export const NewPassword = z
  .string('Escribí una contraseña.')
  .check(z.minLength(8, LENGTH), z.maxLength(MAX_LENGTH, LENGTH))

/**
 * The password in force of the account, for sign-in and reauthentication.
 * @param missing the sentence for an absent or empty password
 */
export const currentPassword = (missing = 'Escribí tu contraseña.') =>
  z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.maxLength(MAX_LENGTH, `La contraseña tiene como mucho ${MAX_LENGTH} caracteres.`),
    )
