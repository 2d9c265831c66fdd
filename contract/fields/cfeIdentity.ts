import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { parseRut } from '#contract/fields/nationalIds.ts'
import { withoutSeparators } from '#contract/fields/text.ts'

const SERIES = 'La serie tiene una o dos letras, o un número y una letra.'
const NUMBER = 'El número del comprobante va de 1 a 9.999.999.'
/** The identity of a fiscal document (CFE): what the DGI's format prints on each. */
export const CfeIdentity = lazyObject(() => ({
  /** RUT of the issuer, 12 digits with its check digit. */
  rut: z.string('Escribí el RUT de la estación.').check(
    z.maxLength(20, 'El RUT tiene doce dígitos.'),
    z.overwrite(withoutSeparators),
    z.refine((rut) => parseRut(rut) !== null, 'Ese RUT no es válido: revisá sus doce dígitos.'),
  ),
  /** Type of the document: 101 e-Ticket, 102 its credit note, 111 e-Factura, and so on. */
  type: z.literal(
    [101, 102, 103, 111, 112, 113, 201, 202, 203, 211, 212, 213],
    'Elegí el tipo de comprobante.',
  ),
  /** Series: one or two capitals, or a digit and a capital. */
  series: z.string(SERIES).check(z.regex(/^(?:[A-Z]{1,2}|\d[A-Z])$/, SERIES)),
  /** Number of the document, 1 to 9,999,999. */
  number: z.int(NUMBER).check(z.gte(1, NUMBER), z.lte(9_999_999, NUMBER)),
}))
export type CfeIdentity = z.infer<typeof CfeIdentity>
