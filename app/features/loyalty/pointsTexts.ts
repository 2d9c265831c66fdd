import { shortDate } from '#contract/dates.ts'
import type { ExpiringPoints, Loyalty } from '#contract/entities/loyalty.ts'
import { pendingText, pointsText } from '#contract/pointsText.ts'
import { daysSince, nearDay } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'

type Held = Pick<
  Loyalty,
  'points' | 'spendablePoints' | 'pendingPoints' | 'pendingUntil' | 'expiring' | 'shortfall'
>

/** How many days before points expire home and the card say so. */
const SOON_DAYS = 60

/** The points that can be spent now; an older server counts no point as pending. */
export const spendableOf = ({ points: all, spendablePoints = all }: Held): number => spendablePoints

const isStamp = (text: string) => /^\d{8}(?:\d{6})?$/.test(text)
const expiringOf = ({ expiring = [] }: Held) =>
  expiring.filter(({ date, points: lost }) => isStamp(date) && lost > 0)

/** What a member has to know of their points today, a sentence each; none on most days. */
export function pointsNotes(held: Held, now: Date): string[] {
  const { pendingPoints = 0, pendingUntil = '', shortfall = 0 } = held
  const from = isStamp(pendingUntil) ? day(pendingUntil, now) : ''
  const [next] = expiringOf(held)
  return [
    pendingPoints > 0 && pendingText(pendingPoints, from, points(pendingPoints)),
    next &&
      daysSince(next.date, now) >= -SOON_DAYS &&
      `${next.points === 1 ? 'Vence' : 'Vencen'} ${counted(next.points)} ${ending(next.date, now)}`,
    shortfall > 0 &&
      `Por una compra anulada te faltan ${counted(shortfall)}: los descontamos de tus próximas cargas`,
  ].filter((note) => typeof note === 'string')
}

/** `3.741 puntos`, `1 punto`. */
export const counted = (count: number): string => pointsText(count, points(count))
/** `Te faltan 228 puntos`. @param price what a reward costs */
export const missingText = (price: number, spendable: number): string =>
  `Te ${price - spendable === 1 ? 'falta' : 'faltan'} ${counted(price - spendable)}`
const day = (stamp: string, now: Date) =>
  daysSince(stamp, now) === -1 ? 'mañana' : `el ${shortDate(stamp)}`
const ending = (stamp: string, now: Date) =>
  daysSince(stamp, now) === 0 ? nearDay(stamp, now).toLowerCase() : `el ${shortDate(stamp)}`

/**
 * The points of today by what they are, as the screen, the PDF and the CSV list them; none from an older
 * server, which does not tell them apart.
 */
export const pointsFacts = (held: Held): PointsFact[] => {
  const { sums, days, later } = pointsParts(held)
  return [
    ...sums,
    ...days.map(({ date, points: lost }) => ({
      name: `Vencen el ${shortDate(date)}`,
      points: lost,
    })),
    ...(later > 0 ? [{ name: 'Vencen más adelante', points: later }] : []),
  ]
}

interface PointsFact {
  name: string
  points: number
}

/** The points of today, and the days on which all of them expire: the next ones, and what remains after those. */
export function pointsParts(held: Held) {
  const { points: all, spendablePoints, pendingPoints = 0, pendingUntil = '', shortfall = 0 } = held
  if (spendablePoints === undefined) return { sums: [], days: [], later: 0 }
  const from = isStamp(pendingUntil) ? `, desde el ${shortDate(pendingUntil)}` : ''
  const days = expiringOf(held)
  const sums: PointsFact[] = [
    { name: 'Para usar hoy', points: spendablePoints },
    ...(pendingPoints > 0 ? [{ name: `Pendientes${from}`, points: pendingPoints }] : []),
    ...(shortfall > 0 ? [{ name: 'A descontar de próximas cargas', points: -shortfall }] : []),
  ]
  return { sums, days, later: days.reduce((rest, { points: lost }) => rest - lost, all) }
}

/** `120 puntos vencen el 07/09/2026`. */
export const expiryText = ({ date, points: lost }: ExpiringPoints): string =>
  `${counted(lost)} ${lost === 1 ? 'vence' : 'vencen'} el\u00A0${shortDate(date)}`
