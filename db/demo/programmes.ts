import { uuidOf } from '#db/core/uuid.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import type { fuelPrice } from '#db/tables/stations.ts'

/** Surtidor's own programme, decided by the network alone. */
export const CLUB = 'surtidor'
/** The programme for ride-hailing drivers; the sponsor decides first. */
export const RIDE_HAILING = 'uber'

/** An accrual rule with its discount at the pump. */
export type DemoRule = Rule & Rows['pointsRule'][number]

export const PROGRAMMES: Rows['programme'] = [
  { code: CLUB, name: 'Surtidor Club', sponsorRole: null, pointValue: 50 },
  { code: RIDE_HAILING, name: 'Surtidor Uber', sponsorRole: '3', pointValue: 50 },
]

/**
 * The rules of both programmes. Both changed seven months ago; earlier sales keep the earlier rule
 * (L8). The points of the club's Super of some recent weeks end after three months, the first of them within 60 days.
 */
export const pointsRules = (calendar: RelativeDates): DemoRule[] =>
  readDemoTable<FileRule>('pointsRules.csv').map(
    ({ monthsAgo, daysAgo, untilDaysAgo, ...rule }) => ({
      id: uuidOf(`demo rule ${rule.programme} ${rule.product} ${monthsAgo}`),
      ...rule,
      ...ALWAYS,
      validFrom: daysAgo === null ? calendar.monthStart(monthsAgo ?? 0) : calendar.at(daysAgo, 0),
      validUntil: untilDaysAgo === null ? null : calendar.at(untilDaysAgo, 0),
    }),
  )
type FileRule = Omit<DemoRule, 'validFrom' | 'validUntil' | keyof typeof ALWAYS> & {
  /** Of its beginning, which is in `daysAgo` where this is null. */
  monthsAgo: number | null
  daysAgo: number | null
  untilDaysAgo: number | null
}
const ALWAYS = { weekdays: [], hourFrom: 0, hourUntil: 24, means: [] }

/** An official price, as it is stored. */
export type StoredPrice = typeof fuelPrice.$inferSelect

/**
 * Cents per litre on a day (`yyyy-MM-dd`), the last known price. Days before the first get the first.
 * @param prices each product's oldest first
 */
export function priceOn(prices: readonly StoredPrice[], product: string, date: string): number {
  const known = prices.filter((price) => price.product === product)
  const inForce = known.findLast(({ validFrom }) => validFrom <= date) ?? known[0]
  if (!inForce) throw new RangeError(`${product} has no official price`)
  return inForce.price
}
