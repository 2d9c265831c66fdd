import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

/** What came by mail: 8 characters by hand (spaces, dashes and case do not matter), or a link's token. */
export const VerificationCode = z
  .string('Ingresá el código que te mandamos por correo.')
  .check(z.trim(), z.maxLength(100, 'Ese código es demasiado largo.'))

const LINK = 'Esa dirección para los enlaces no es válida.'

/** Base of the links in the mails that a call causes; only the server's own list counts. */
export const LinkBase = withDefault(z.string(LINK).check(z.maxLength(2000, LINK)), '')
