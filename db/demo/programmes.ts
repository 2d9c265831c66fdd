import { uuidOf } from '#db/core/uuid.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import type { Rule } from '#db/loyalty/accrual.ts'
import { OFFICIAL_PRICES } from '#db/reference/officialRows.ts'

/** Surtidor's own programme, decided by the network alone. */
export const CLUB = 'surtidor'
/** The programme for ride-hailing drivers; the sponsor decides first. */
export const RIDE_HAILING = 'uber'

/** An accrual rule with its discount at the pump. */
export type DemoRule = Rule & Rows['pointsRule'][number]

export const PROGRAMMES: Rows['programme'] = [
  { code: CLUB, name: 'Surtidor Club', sponsorRole: null },
  { code: RIDE_HAILING, name: 'Surtidor Uber', sponsorRole: '3' },
]

/**
 * The rules of both programmes. Both changed seven months ago; earlier sales keep the earlier rule
 * (L8).
 */
export const pointsRules = (calendar: RelativeDates): DemoRule[] =>
  readDemoTable<FileRule>('pointsRules.csv').map(({ monthsAgo, ...rule }) => ({
    id: uuidOf(`demo rule ${rule.programme} ${rule.product} ${monthsAgo}`),
    ...rule,
    ...ALWAYS,
    validFrom: calendar.monthStart(monthsAgo),
  }))
type FileRule = Omit<DemoRule, 'validFrom' | keyof typeof ALWAYS> & { monthsAgo: number }
const ALWAYS = { weekdays: [], hourFrom: 0, hourUntil: 24, means: [], validUntil: null }

const byProduct = Map.groupBy(OFFICIAL_PRICES, ({ product }) => product)

/** Cents per litre on a day (`yyyy-MM-dd`), the last known price. Days before the first get the first. */
export function priceOn(product: string, date: string): number {
  const known = byProduct.get(product)
  const inForce = known?.findLast(({ validFrom }) => validFrom <= date) ?? known?.[0]
  if (!inForce) throw new RangeError(`${product} has no official price`)
  return inForce.price
}
