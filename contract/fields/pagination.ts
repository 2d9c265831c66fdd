import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'

/** Number of items that a caller asks for: an integer from 1 to `max`. */
export const count = (max: number) => {
  const sentence = `Decinos cuántos renglones querés: un número entero de 1 a ${max}.`
  return z.int(sentence).check(z.gte(1, sentence), z.lte(max, sentence))
}

const AFTER = 'Pedí la lista otra vez desde el principio.'

/**
 * Request fields of a list that is answered in pages.
 * @param max maximum page size; also the default unless one is given
 */
export const pagination = (max: number, defaultCount = max) => ({
  /** Maximum number of items of the answer. */
  count: withDefault(count(max), defaultCount),
  /** Cursor of the page: the `next` of the previous page; empty for the first page. */
  after: withDefault(z.string(AFTER).check(z.maxLength(60, AFTER)), ''),
})

/** Cursor of the next page; empty on the last page. */
export const next = z.string()
