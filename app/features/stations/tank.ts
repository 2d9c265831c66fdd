import { useApp, useSession } from '#app/context.ts'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { valueLabel } from '#app/features/stations/serviceLabels.ts'
import { ownStorage, type Session } from '#app/session/session.ts'
import { toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import { shareOf } from '#contract/money.ts'
import { roundLitres } from '#kit/format/numbers.ts'
import type { SessionStore } from '#shared/shell/sessionStore.ts'

/** What stations are compared by. */
export interface Tank {
  /** Code of the fuel. */
  fuel: string
  millilitres: number
  /** Its driver did not give the litres. */
  isAssumed: boolean
}

const ASSUMED = 45_000

/** The entry of the person with the millilitres of the tank of a car, or of no car. */
export const tankEntry = (plate: string) => `tank ${plate}`

/** The tank of a car, by the litres that its driver gave on this device. */
export function storedTank(session: SessionStore<Session>, plate: string): Omit<Tank, 'fuel'> {
  const typed = Number(ownStorage(session)?.read(tankEntry(plate)) ?? 0)
  return { millilitres: typed || ASSUMED, isAssumed: typed === 0 }
}

/** The fuels that the refund near the border is for. */
export const PETROL = ['super', 'premium']

/** The tank of the driver's first car of one of the fuels; without a car of the first of them. */
export function useTank(fuels: readonly string[]): Tank {
  const { session } = useApp()
  const cars = useSession()?.user.loyalties.flatMap(({ vehicles }) => vehicles) ?? []
  const car = cars.find(({ fuel }) => fuels.includes(fuel))
  return { fuel: car?.fuel ?? fuels[0] ?? '', ...storedTank(session, car?.plate ?? '') }
}

/** `un tanque de 45 l de Super`, or `un tanque de Super (suponemos 45 l)`. */
export function tankText({ fuel, millilitres, isAssumed }: Tank): string {
  const litres = roundLitres(millilitres)
  return isAssumed
    ? `un tanque de ${valueLabel(fuel)} (suponemos ${litres})`
    : `un tanque de ${litres} de ${valueLabel(fuel)}`
}

/** Cents, as a till computes them: price times litres, rounded. */
export const costOf = (price: number, millilitres: number): number =>
  Math.round((price * millilitres) / 1000)

/**
 * What a tank costs at a station today, less the refund near the border, and that refund, in cents: null
 * when the station does not sell the fuel, or its price of today is not known.
 * @returns `basisPoints` of the refund; 0 without one
 */
export function tankCost(
  { fuels, borderRefund }: Branch,
  { fuel, millilitres }: Tank,
  now: Date,
): { basisPoints: number; cents: { cost: number; refund: number } | null } {
  const isKnown = ({ validTo = '' }: { validTo?: string | undefined }) =>
    validTo === '' || validTo >= toDate(now)
  const price = fuels.find(({ code }) => code === fuel)
  const refunded = price && borderRefund && PETROL.includes(fuel) && isKnown(borderRefund)
  const basisPoints = refunded ? borderRefund.basisPoints : 0
  if (!price || !isKnown(price)) return { basisPoints, cents: null }
  const amount = costOf(price.price, millilitres)
  const refund = shareOf(amount, basisPoints)
  return { basisPoints, cents: { cost: amount - refund, refund } }
}

/** The stations where a tank costs least first, those that do not tell it last; equal ones keep their order. */
export const byTankCost = (stations: readonly LocatedBranch[], tank: Tank, now: Date) =>
  stations
    .map((station) => {
      const { basisPoints, cents } = tankCost(station.branch, tank, now)
      return { station, basisPoints, cost: cents?.cost ?? Number.MAX_SAFE_INTEGER }
    })
    .toSorted((a, b) => a.cost - b.cost || b.basisPoints - a.basisPoints)
    .map(({ station }) => station)
