import * as z from 'zod/mini'
import { withoutSeparators } from '#contract/fields/text.ts'

/** Pesos with dots between the thousands or without them, and a comma before the cents; or a dot before one or two of them. */
const AMOUNT = /^(?:(\d{1,3}(?:\.\d{3})+|\d{1,8})(?:,(\d{1,2}))?|(\d{1,8})\.(\d{1,2}))$/

/**
 * The cents of an amount as people type it: `1.234,50`, `1234,5`, `$ 1.234`, and `1234.50` of a keypad
 * that has no comma. A dot before three digits separates thousands.
 * @returns null for any other text
 */
export function typedCents(text: string): number | null {
  const [, whole = '', cents = '', plainWhole = '', plainCents = ''] =
    // Stryker disable next-line ArrayDeclaration: its first text is not read.
    AMOUNT.exec(text.replaceAll(/[\s$]/g, '')) ?? []
  const pesos = whole.replaceAll('.', '') || plainWhole
  return pesos === '' ? null : Number(pesos) * 100 + Number((cents || plainCents).padEnd(2, '0'))
}

/** A field whose typed text is parsed before the contract's schema checks it. */
export const typed = <S extends z.ZodMiniType>(parse: (text: string) => unknown, schema: S) =>
  z.pipe(z.pipe(z.string(), z.transform(parse)), schema)

/** A whole number as people write it; null for any other text. `Number` alone would also read `1e5` and `0x1F`. */
export function typedNumber(text: string): number | null {
  const digits = withoutSeparators(text)
  return /^\d+$/.test(digits) ? Number(digits) : null
}
