import type { Consumption, Tank, Trip } from '#contract/entities/car/carFigures.ts'
import { isFuelEntry, type LogEntry } from '#contract/entities/car/logEntry.ts'
import { PESOS } from '#contract/money.ts'
import { inOrder } from '#server/car/logOrder.ts'

/** What was filled in from one full tank to the next, the second one included. */
export interface FullTank {
  energy: string
  from: string
  to: string
  odometer: number
  km: number
  millilitres: number
  /** Cents of pesos; null when a part was not paid in pesos. */
  amount: number | null
  products: Set<string>
  places: Set<string>
}

const ENERGIES: Record<string, string> = {
  super: 'gasoline',
  premium: 'gasoline',
  gasoil: 'gasoil',
  gasoilEspecial: 'gasoil',
}
/** Grades of one energy fill one tank. */
const energyOf = (product: string) => ENERGIES[product] ?? product

/**
 * The tanks of a log. One reaches from a full tank with an odometer to the next of the same energy, with
 * everything that was filled in between; one with a missed fill-up, or without distance, is none.
 */
export function tanksOf(log: readonly LogEntry[]): FullTank[] {
  const tanks: FullTank[] = []
  const open = new Map<string, FullTank>()
  for (const entry of inOrder(log.filter(isFuelEntry))) {
    const { datetime, odometer, full, missed, product, millilitres, currency, amount, place } =
      entry
    const energy = energyOf(product)
    if (missed) open.delete(energy)
    const tank = open.get(energy)
    if (tank) {
      tank.millilitres += millilitres
      tank.amount = tank.amount === null || currency !== PESOS ? null : tank.amount + amount
      tank.products.add(product)
      tank.places.add(place)
    }
    if (!full || odometer === null) continue
    if (tank && odometer > tank.odometer)
      tanks.push({ ...tank, to: datetime, odometer, km: odometer - tank.odometer })
    open.set(energy, {
      energy,
      from: datetime,
      to: datetime,
      odometer,
      km: 0,
      millilitres: 0,
      amount: 0,
      products: new Set(),
      places: new Set(),
    })
  }
  return tanks
}

/** @returns undefined without a tank: nothing is divided by no kilometres */
export function consumptionOf(tanks: readonly FullTank[]): Consumption | undefined {
  const km = sum(tanks, (tank) => tank.km)
  const millilitres = sum(tanks, (tank) => tank.millilitres)
  if (km === 0 || millilitres === 0) return undefined
  const isPaidInPesos = tanks.every(({ amount }) => amount !== null)
  return {
    km,
    millilitres,
    millilitresPer100Km: Math.round((millilitres * 100) / km),
    metresPerLitre: Math.round((km * 1_000_000) / millilitres),
    centsPerKm: isPaidInPesos ? Math.round(sum(tanks, ({ amount }) => amount ?? 0) / km) : null,
  }
}

/** Tanks of a moving average. */
const MOVING = 5

/** The tanks as they are shown, each with the average of it and those before it. */
export function shownTanks(tanks: readonly FullTank[]): Tank[] {
  const lastOf = new Map<string, FullTank[]>()
  return tanks.flatMap((tank) => {
    const { energy, from, to } = tank
    const last = [...(lastOf.get(energy) ?? []), tank].slice(-MOVING)
    lastOf.set(energy, last)
    const own = consumptionOf([tank])
    const moving = consumptionOf(last)
    return own && moving
      ? [{ energy, from, to, ...own, movingAverage: moving.millilitresPer100Km }]
      : []
  })
}

/** What a trip took: of each tank that it touches the share of its kilometres, rounded at the end. */
export function tripOf(tanks: readonly FullTank[], from: number, to: number): Trip {
  const parts = tanks
    .map((tank) => ({
      ...tank,
      share: Math.min(to, tank.odometer) - Math.max(from, tank.odometer - tank.km),
    }))
    .filter(({ share }) => share > 0)
  const shareOf = (value: (tank: FullTank) => number) =>
    roundedSum(parts.map((part) => [value(part) * part.share, part.km]))
  // Two energies of one car cover the same kilometres.
  let [knownKm, reached] = [0, from]
  for (const { odometer, km } of parts.toSorted((one, other) => startOf(one) - startOf(other))) {
    const end = Math.min(odometer, to)
    knownKm += Math.max(0, end - Math.max(odometer - km, reached))
    reached = Math.max(reached, end)
  }
  return {
    km: to - from,
    knownKm,
    millilitres: shareOf(({ millilitres }) => millilitres),
    amount: parts.some(({ amount }) => amount === null)
      ? null
      : shareOf(({ amount }) => amount ?? 0),
  }
}

const startOf = ({ odometer, km }: FullTank) => odometer - km

/** The sum of fractions of non-negative integers, rounded once. */
function roundedSum(fractions: readonly (readonly [value: number, of: number])[]): number {
  let [whole, value, of] = [0n, 0n, 1n]
  for (const [added, by] of fractions) {
    // Of a tank wholly in the trip no fraction is left: the denominator stays small.
    if (added % by === 0) whole += BigInt(added / by)
    else {
      value = value * BigInt(by) + BigInt(added) * of
      of *= BigInt(by)
    }
  }
  return Number(whole + (2n * value + of) / (2n * of))
}

export const sum = <T>(items: readonly T[], valueOf: (item: T) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0)
