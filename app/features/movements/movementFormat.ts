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

/** Movements of one day. */
interface DayOfMovements {
  /** `yyyyMMdd`. */
  day: string
  movements: Movement[]
}

/** Movements grouped by day, in their order. */
export function byDay(movements: readonly Movement[]): DayOfMovements[] {
  const days: DayOfMovements[] = []
  for (const movement of movements) {
    const day = movement.datetime.slice(0, 8)
    const last = days.at(-1)
    if (last?.day === day) last.movements.push(movement)
    else days.push({ day, movements: [movement] })
  }
  return days
}
