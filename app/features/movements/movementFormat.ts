import type { Movement } from '#contract/entities/movement.ts'
import { litres, signedPoints } from '#kit/format/numbers.ts'

/** `+111 puntos`, `+1 punto`. */
export const pointsText = (points: number): string =>
  `${signedPoints(points)} ${Math.abs(points) === 1 ? 'punto' : 'puntos'}`

/** Litres of a fuel; empty for other products. */
export const litresText = ({ millilitres }: Movement): string =>
  millilitres > 0 ? litres(millilitres) : ''

/** Cents per litre before the discount, as shown at the pump; null for other products. */
export const pumpPrice = ({ amount, discount, millilitres }: Movement): number | null =>
  millilitres > 0 ? Math.round(((amount + discount) * 1000) / millilitres) : null

const DIGITS = { month: 6, day: 8 }

/** Items of a list in the order of time, grouped by month (`yyyyMM`) or day (`yyyyMMdd`). */
export function byStamp<Item extends { datetime: string }>(
  items: readonly Item[],
  unit: keyof typeof DIGITS,
): { stamp: string; items: Item[] }[] {
  const groups: { stamp: string; items: Item[] }[] = []
  for (const item of items) {
    const stamp = item.datetime.slice(0, DIGITS[unit])
    const last = groups.at(-1)
    if (last?.stamp === stamp) last.items.push(item)
    else groups.push({ stamp, items: [item] })
  }
  return groups
}
