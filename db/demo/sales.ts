import { PESOS } from '#contract/money.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { Customer } from '#db/demo/members.ts'
import { priceOn } from '#db/demo/programmes.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { type Station, sells } from '#db/demo/stations.ts'
import { pointsOf, ruleAt } from '#db/loyalty/accrual.ts'

export type Sale = Rows['movement'][number]

/** Eighteen months. */
export const DAYS_OF_HISTORY = 548

/** Adds `count` purchases of a member within the last 18 months. @returns them, oldest first */
export function addSales(
  demo: DemoContext,
  customer: Customer,
  count: number,
  luck: SeededRandom,
): Sale[] {
  const days = Math.min(customer.days, DAYS_OF_HISTORY)
  const sales = Array.from({ length: count }, (_, place) => {
    const share = (place + luck.next()) / count
    const daysAgo = Math.max(1, days - Math.floor(share * days))
    return { daysAgo, at: openHour(demo.dates, daysAgo, luck) }
  })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ daysAgo, at }) => sale(demo, customer, daysAgo, at, luck))
  demo.rows.movement.push(...sales)
  return sales
}

/** Adds a purchase of the demo's day, if its hour has come. @returns it */
export function addSaleOfToday(demo: DemoContext, customer: Customer, now: Date): Sale[] {
  const luck = createRandom(demo.seed, 'today', customer.code)
  const at = demo.dates.at(0, luck.integer(0, 20), luck.integer(0, 59))
  if (at >= now) return []
  const made = sale(demo, customer, 0, at, luck)
  demo.rows.movement.push(made)
  return [made]
}

/** Hours before and after work are more frequent than midday. */
function openHour(calendar: RelativeDates, daysAgo: number, luck: SeededRandom): Date {
  const hour = luck.bool(0.6)
    ? luck.oneOf([7, 8, 9, 17, 18, 19, 20])
    : luck.oneOf([10, 11, 12, 13, 14, 15, 16, 21])
  return calendar.at(daysAgo, hour, luck.integer(0, 59), luck.integer(0, 59))
}

function sale(
  demo: DemoContext,
  customer: Customer,
  daysAgo: number,
  at: Date,
  luck: SeededRandom,
): Sale {
  const branch = luck.oneOf(customer.usualStations)
  const product = pickProduct(customer, branch, luck)
  const isFuel = product === customer.vehicle.fuel
  const { gross, millilitres } = isFuel
    ? fill(priceOn(demo.prices, product, demo.dates.date(daysAgo)), luck)
    : { gross: shopAmount(product, luck), millilitres: 0 }
  const rule = ruleAt(demo.rules, { programme: customer.programme, product, at, means: [] })
  const discount = Math.floor((gross * (rule?.discountBasisPoints ?? 0)) / 10_000)
  const amount = gross - discount
  return {
    rrn: demo.nextRrn(),
    loyaltyCode: customer.code,
    at,
    kind: product === 'wash' && customer.washPlan ? 'SUSCRIPTION' : 'MOVEMENTS',
    branchCode: branch.code,
    product,
    millilitres,
    currency: PESOS,
    amount,
    discount,
    points: pointsOf(rule, { millilitres, amount, currency: PESOS }),
    plate: isFuel || product === 'wash' ? customer.vehicle.plate : '',
  }
}

/**
 * Eight in ten purchases are fuel. A station that does not sell the chosen product sells fuel
 * instead.
 */
function pickProduct(customer: Customer, branch: Station, luck: SeededRandom): string {
  const draw = luck.next()
  const other = draw < 0.12 ? 'store' : draw < 0.18 ? 'wash' : draw < 0.2 ? 'lubrication' : ''
  return other && sells(branch, other) ? other : customer.vehicle.fuel
}

/** Fills by litres or by a round amount. Cents before the discount, and millilitres. */
function fill(price: number, luck: SeededRandom): { gross: number; millilitres: number } {
  const asked = luck.oneOf([100_000, 150_000, 200_000, 250_000, 300_000])
  const litres = luck.integer(25_000, 45_000)
  const forSum = Math.round((asked * 1000) / price)
  const millilitres = luck.bool(0.3) && forSum <= 45_000 ? forSum : litres
  return { gross: Math.round((price * millilitres) / 1000), millilitres }
}

const BILLS: Record<string, [from: number, to: number]> = {
  store: [9, 78],
  wash: [45, 95],
  lubrication: [180, 420],
}

/** Whole tens of pesos, in cents. */
function shopAmount(product: string, luck: SeededRandom): number {
  const [from, to] = BILLS[product] ?? [10, 50]
  return luck.integer(from, to) * 1000
}
