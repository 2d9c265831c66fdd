import { DAY_MS, fromStamp } from '#contract/dates.ts'
import type { CarFigures, FuelGroup } from '#contract/entities/car/carFigures.ts'
import { isFuelEntry, type LogEntry } from '#contract/entities/car/logEntry.ts'
import { PESOS } from '#contract/money.ts'
import { inOrder } from '#server/car/logOrder.ts'
import {
  consumptionOf,
  type FullTank,
  shownTanks,
  sum,
  tanksOf,
  tripOf,
} from '#server/car/tanks.ts'

/** A period by the stamps of its first second and its last. */
interface Period {
  from: string
  to: string
}

/**
 * The figures of a car in a period. What was paid in another currency counts in litres only.
 * @param log everything of the car up to the end of the period: a tank may begin before it
 */
export function figuresOf(
  log: readonly LogEntry[],
  { from, to }: Period,
  trip?: { from: number; to: number },
): CarFigures {
  const isInPeriod = (stamp: string) => stamp >= from && stamp <= to
  const all = tanksOf(log)
  const shown = shownTanks(all).filter((tank) => isInPeriod(tank.to))
  const tanks = all.filter((tank) => isInPeriod(tank.to))
  const entries = log.filter(({ datetime }) => isInPeriod(datetime))
  const inPesos = entries.filter(({ currency }) => currency === PESOS)
  const fuels = entries.filter(isFuelEntry)
  const paid = inPesos.filter(isFuelEntry)
  const expenses = Map.groupBy(
    inPesos.filter((entry) => !isFuelEntry(entry)),
    ({ kind }) => kind,
  )
  const distance = distanceOf(log, from)
  const km = distance && distance.km
  const groups = (keyOf: (entry: LogEntry) => string, keyOfTank: (tank: FullTank) => string) =>
    groupsOf(fuels, tanks, keyOf, keyOfTank)
  return {
    km,
    metresPerDay: distance && distance.metresPerDay,
    fuel: {
      millilitres: sum(fuels, (entry) => entry.millilitres),
      amount: sum(paid, (entry) => entry.amount),
      discount: sum(paid, (entry) => entry.discount),
      refund: sum(paid, (entry) => entry.refund),
      pointsValue: sum(paid, (entry) => entry.pointsValue),
    },
    expenses: [...expenses]
      .map(([kind, some]) => ({ kind, amount: sum(some, (entry) => entry.amount) }))
      .toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
    totalCentsPerKm: km ? Math.round(sum(inPesos, (entry) => entry.amount) / km) : null,
    consumption: [...Map.groupBy(tanks, (tank) => tank.energy)].flatMap(([energy, some]) => {
      const found = consumptionOf(some)
      return found ? [{ energy, ...found }] : []
    }),
    tanks: shown,
    byProduct: groups(
      (entry) => entry.product,
      ({ products }) => only(products),
    ),
    byPlace: groups(
      (entry) => entry.place,
      ({ places }) => only(places),
    ),
    byMonth: groups(
      (entry) => entry.datetime.slice(0, 6),
      (tank) => tank.to.slice(0, 6),
    ),
    ...(trip && { trip: tripOf(all, trip.from, trip.to) }),
  }
}

const only = (keys: ReadonlySet<string>) => (keys.size === 1 ? ([...keys][0] ?? '') : '')

function groupsOf(
  fuels: readonly LogEntry[],
  tanks: readonly FullTank[],
  keyOf: (entry: LogEntry) => string,
  keyOfTank: (tank: FullTank) => string,
): FuelGroup[] {
  const tanksOfKey = Map.groupBy(tanks, keyOfTank)
  return [...Map.groupBy(fuels, keyOf)]
    .map(([key, some]) => {
      // A group without a name would get the tanks of several.
      const own = key === '' ? [] : (tanksOfKey.get(key) ?? [])
      const consumption = new Set(own.map(({ energy }) => energy)).size === 1 && consumptionOf(own)
      return {
        key,
        millilitres: sum(some, (entry) => entry.millilitres),
        amount: sum(some, ({ currency, amount }) => (currency === PESOS ? amount : 0)),
        ...(consumption && { consumption }),
      }
    })
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

/** From the last odometer before a period, or the first in it, to the last of the log; null without a distance. */
export function distanceOf(log: readonly LogEntry[], from: string) {
  const read = inOrder(log).filter(({ odometer }) => odometer !== null)
  const last = read.at(-1)
  const first = read.findLast(({ datetime }) => datetime < from) ?? read[0]
  if (!first || !last || last.datetime < from) return null
  const km = (last.odometer ?? 0) - (first.odometer ?? 0)
  const days = dayNumber(last.datetime) - dayNumber(first.datetime)
  return km > 0 ? { km, metresPerDay: days > 0 ? Math.round((km * 1000) / days) : null } : null
}

/** The number of a stamp's day. */
export const dayNumber = (stamp: string): number =>
  Math.round((fromStamp(`${stamp.slice(0, 8)}120000`)?.getTime() ?? 0) / DAY_MS)
