import * as z from 'zod/mini'
/** How many lines a call may ask for at once. */
export const count = (most: number) => {
  const sentence = `Decinos cuántos renglones querés: un número entero de 1 a ${most}.`
  return z.int(sentence).check(z.gte(1, sentence), z.lte(most, sentence))
}

/** Empty when nothing follows. */
export const next = z.string()
