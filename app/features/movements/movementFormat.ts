import type { NoPoints } from '#contract/entities/accrualRule.ts'
import { type Movement, reversalText } from '#contract/entities/movement.ts'
import { pointsText } from '#contract/pointsText.ts'
import { litres, signedPoints } from '#kit/format/numbers.ts'

/** `+111 puntos`, `+1 punto`. */
export const signedPointsText = (points: number): string => pointsText(points, signedPoints(points))

/** The points that a purchase gave, less those that were taken back of it. */
export const pointsLeft = ({ points, sale }: Movement): number =>
  points - (sale?.reversal?.points ?? 0)

const NO_POINTS_TEXTS: Partial<Record<string, string>> = {
  no_rule:
    'Sin puntos: tu programa no los da por este producto, a esta hora o con este medio de pago.',
  below_minimum: 'Sin puntos: es menos de un litro y de cien pesos.',
  other_currency: 'Sin puntos: tu programa los da por compras en pesos.',
} satisfies Partial<Record<NoPoints, string>>

/** What is unusual of a purchase, in one sentence: its void or return, or why it gave no points; else empty. */
export const remarkOf = ({ sale, datetime, noPoints = '' }: Movement): string =>
  sale?.reversal ? reversalText(sale.reversal, datetime) : (NO_POINTS_TEXTS[noPoints] ?? '')

/** Whether two stamps are of different days; false when one is missing. */
export const isOtherDay = (one = '', other = ''): boolean =>
  one !== '' && other !== '' && one.slice(0, 8) !== other.slice(0, 8)

export const litresText = ({ millilitres }: Movement): string =>
  millilitres > 0 ? litres(millilitres) : ''

const DIGITS = { month: 6, day: 8 }

/**
 * Items of a list in the order of time, grouped by month (`yyyyMM`) or day (`yyyyMMdd`).
 * @param dateOf the stamp of an item
 */
export function byStamp<Item extends { datetime: string }>(
  items: readonly Item[],
  unit: keyof typeof DIGITS,
  dateOf = ({ datetime }: Item): string => datetime,
): { stamp: string; items: Item[] }[] {
  const groups: { stamp: string; items: Item[] }[] = []
  for (const item of items) {
    const stamp = dateOf(item).slice(0, DIGITS[unit])
    const last = groups.at(-1)
    if (last?.stamp === stamp) last.items.push(item)
    else groups.push({ stamp, items: [item] })
  }
  return groups
}
