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

const SYMBOLS: Record<Currency, string> = { '858': '$', '840': 'US$' }

/**
 * A decimal text with the separators of Uruguay, `1.234,50`. Not by Intl.NumberFormat: its first figure
 * takes 4 % of the script time of home.
 */
function separated(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '.')
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** The decimal text of an integer in thousandths or hundredths; a division would not be exact. */
export function decimals(integer: number, places: number): `${number}` {
  const digits = String(Math.abs(integer)).padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return `${integer < 0 ? '-' : ''}${text}` as `${number}`
}

/** Integer cents as `$ 1.234,50` or `US$ 1.234,50`; the space is U+00A0. */
export const money = (cents: number, currency: Currency = '858'): string =>
  `${cents < 0 ? '-' : ''}${SYMBOLS[currency]}${NBSP}${separated(decimals(Math.abs(cents), 2))}`

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

/** Millilitres as `35,127 l`, or to the hundredth as pumps show them; the space is U+00A0. */
export const litres = (millilitres: number, places: 2 | 3 = 3): string =>
  `${separated(decimals(Math.round(millilitres / 10 ** (3 - places)), places))}${NBSP}l`

/** Millilitres, rounded for a chart: `35,1 l`. */
export const roundLitres = (millilitres: number): string =>
  `${separated(String(Math.round(millilitres / 100) / 10))}${NBSP}l`

/** Metres, rounded: `850 m`, `1,2 km`, `23 km`. */
export function distance(metres: number): string {
  const tens = Math.round(metres / 10) * 10
  if (tens < 1000) return `${tens}${NBSP}m`
  const km = metres / 1000
  // Stryker disable next-line EqualityOperator: both ways give 10 km.
  const rounded = km < 10 ? Math.round(km * 10) / 10 : Math.round(km)
  return `${separated(String(rounded))}${NBSP}km`
}

/** Hundredths of a percent: `2 %`, `32,5 %`; the space is U+00A0. */
export const percent = (basisPoints: number): string =>
  `${separated(String(basisPoints / 100))}${NBSP}%`

/** Points, or another count: `1.250`. */
export const points = (count: number): string => separated(String(count))

/** A change of points: `+27`, `-1.250`, `0`. */
export const signedPoints = (count: number): string =>
  `${count > 0 ? '+' : ''}${separated(String(count))}`
