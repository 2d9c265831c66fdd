import * as z from 'zod/mini'

/** The largest photo of a document, in bytes. */
export const MAX_PICTURE_BYTES = 400_000
/** Base64 of a JPEG, PNG or WebP, by its first bytes. */
export const PICTURE = /^(?:\/9j\/|iVBORw0KGgo|UklGR[A-Za-z\d+/]{6}XRUJQ)[A-Za-z\d+/]*={0,2}$/
const NO_PICTURE = 'No pudimos leer esa foto: tiene que ser JPEG, PNG o WebP.'

/** A photo of a document: the bytes as base64. */
export const DocumentPicture = z
  .string('Agregá una foto de tu cédula.')
  .check(
    z.maxLength(Math.ceil(MAX_PICTURE_BYTES / 3) * 4, 'La foto puede pesar como mucho 400 kB.'),
    z.regex(PICTURE, NO_PICTURE),
  )
