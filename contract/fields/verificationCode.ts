import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

/**
 * A code sent by email: its 8 characters as the user types them (spaces, hyphens and case are
 * ignored), or the token of the link. It is valid for 10 minutes and once.
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
