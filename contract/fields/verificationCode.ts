import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

/**
 * The code of the email as the user types it, 8 characters (spaces, hyphens and case are ignored),
 * or the token of the link; valid once and for 10 minutes.
 */
export const VerificationCode = z
  .string('Ingresá el código que te mandamos por correo.')
  .check(z.trim(), z.maxLength(100, 'Ese código es demasiado largo.'))

/** A code of which there is no link: it is typed, and may not be empty. */
export const TypedCode = VerificationCode.check(
  z.minLength(1, 'Ingresá el código que te mandamos por correo.'),
)

const LINK = 'Esa dirección para los enlaces no es válida.'

/** Base address of the links in the emails of a call; ignored unless the server's list has it. */
export const LinkBase = withDefault(z.string(LINK).check(z.maxLength(2000, LINK)), '')
