import * as z from 'zod/mini'
import { readField } from '#server/console/readField.ts'

const AMOUNT =
  'El importe es como 1.250,50: los puntos separan los miles y la coma, los centésimos.'
const Amount = z.pipe(
  z.string().check(z.trim(), z.regex(/^(\d{1,9}|\d{1,3}(\.\d{3}){1,2})(,\d{1,2})?$/, AMOUNT)),
  z.transform((text) => {
    const [whole = '', part = ''] = text.replaceAll('.', '').split(',')
    return Number(whole + part.padEnd(2, '0'))
  }),
)
const Positive = z.pipe(Amount, z.int().check(z.gt(0, 'El importe tiene que ser mayor que 0.')))

/**
 * An amount above 0 as an operator writes it, in cents: `1.250,5` is 125050.
 * @param missing the sentence for an empty one
 * @throws a refusal of another text
 */
export const readAmount = (value: string, missing: string): number =>
  readField(Positive, value, missing)
