import type { Currency } from '#contract/money.ts'

/* Formats of figures for Uruguay. */

export const LOCALE = 'es-UY'
/** U+00A0 keeps a figure and its unit on one line. */
const NBSP = '\u00A0'

/**
 * Creates a formatter at its first use: creating one takes milliseconds on a slow phone, and no
 * screen uses all of them.
 */
export function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const inFigures = (options: Intl.NumberFormatOptions) =>
  lazily(() => new Intl.NumberFormat(LOCALE, options))
const currency = (code: string) => inFigures({ style: 'currency', currency: code })
const MONEY: Record<Currency, () => Intl.NumberFormat> = {
  '858': currency('UYU'),
  '840': currency('USD'),
}
const LITRES = inFigures({ minimumFractionDigits: 3 })
const ROUND = inFigures({ maximumFractionDigits: 1 })
const WHOLE = inFigures({ maximumFractionDigits: 0 })
const SIGNED = inFigures({ signDisplay: 'exceptZero' })

/** The decimal text of an integer in thousandths or hundredths; a division would not be exact. */
export function decimals(integer: number, places: number): `${number}` {
  const digits = String(Math.abs(integer)).padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return `${integer < 0 ? '-' : ''}${text}` as `${number}`
}

/** Integer cents as `$ 1.234,50` or `US$ 1.234,50`; the space is U+00A0. */
export const money = (cents: number, currency: Currency = '858'): string =>
  MONEY[currency]().format(decimals(cents, 2))

/** The text of `money` in two parts: the whole and the cents. */
export function moneyParts(
  cents: number,
  currency: Currency = '858',
): [whole: string, cents: string] {
  const text = money(cents, currency)
  return [text.slice(0, -3), text.slice(-3)]
}

/** The price of a litre, in integer cents: `$ 78,45/L`. */
export const pricePerLitre = (cents: number): string => `${money(cents)}/L`

/** Millilitres as `35,127 l`; the space is U+00A0. */
export const litres = (millilitres: number): string =>
  `${LITRES().format(decimals(millilitres, 3))}${NBSP}l`

/** Millilitres, rounded for a chart: `35,1 l`. */
export const roundLitres = (millilitres: number): string =>
  `${ROUND().format(decimals(millilitres, 3))}${NBSP}l`

/** Metres, rounded: `850 m`, `1,2 km`, `23 km`. */
export function distance(metres: number): string {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1000) return `${WHOLE().format(tens)}${NBSP}m`
  const km = metres / 1000
  return `${(km < 10 ? ROUND : WHOLE)().format(km)}${NBSP}km`
}

/** Points, or another count: `1.250`. */
export const points = (count: number): string => WHOLE().format(count)

/** A change of points: `+27`, `-1.250`, `0`. */
export const signedPoints = (count: number): string => SIGNED().format(count)
