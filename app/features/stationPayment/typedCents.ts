/** Pesos with dots between the thousands or without them, and a comma before the cents; or a dot before one or two of them. */
const AMOUNT = /^(?:(\d{1,3}(?:\.\d{3})+|\d{1,8})(?:,(\d{1,2}))?|(\d{1,8})\.(\d{1,2}))$/

/**
 * The cents of an amount as people type it: `1.234,50`, `1234,5`, `$ 1.234`, and `1234.50` of a keypad
 * that has no comma. A dot before three digits separates thousands.
 * @returns null for any other text
 */
export function typedCents(text: string): number | null {
  const [, whole = '', cents = '', plainWhole = '', plainCents = ''] =
    AMOUNT.exec(text.replaceAll(/[\s$]/g, '')) ?? []
  const pesos = whole.replaceAll('.', '') || plainWhole
  return pesos === '' ? null : Number(pesos) * 100 + Number((cents || plainCents).padEnd(2, '0'))
}
