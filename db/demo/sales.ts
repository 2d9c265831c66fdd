import type { RelativeDates } from '#db/demo/relativeDates.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { priceOn } from '#db/demo/prices.ts'
import { pointsOf, ruleAt } from '#db/demo/programmes.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { type Station, sells } from '#db/demo/stations.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'

export type Sale = Rows['movement'][number]

/** A member, as a station's till knows them. */
export interface Customer {
  loyaltyCode: string
  programme: string
  plate: string
  fuel: string
  /** The stations they go to. */
  haunts: readonly Station[]
  /** Whole days from joining to the day the town is made. */
  days: number
  /** Pays a monthly washing plan: those sales are SUSCRIPTION. */
  washPlan: boolean
}

/** Eighteen months. */
export const DAYS_OF_HISTORY = 548

/** `count` purchases of a member, oldest first, spread over the last 18 months at most. */
export function salesOf(
  demo: DemoContext,
  customer: Customer,
  count: number,
  luck: SeededRandom,
): Sale[] {
  const days = Math.min(customer.days, DAYS_OF_HISTORY)
  return Array.from({ length: count }, (_, place) => {
    const share = (place + luck.next()) / count
    const daysAgo = Math.max(1, days - Math.floor(share * days))
    return { daysAgo, at: openHour(demo.calendar, daysAgo, luck) }
  })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ daysAgo, at }) => sale(demo, customer, daysAgo, at, luck))
}

/** More people stop on their way to work and back than at midday. */
function openHour(calendar: RelativeDates, daysAgo: number, luck: SeededRandom): Date {
  const hour = luck.happens(0.6)
    ? luck.oneOf([7, 8, 9, 17, 18, 19, 20])
    : luck.oneOf([10, 11, 12, 13, 14, 15, 16, 21])
  return calendar.at(daysAgo, hour, luck.whole(0, 59), luck.whole(0, 59))
}

function sale(
  demo: DemoContext,
  customer: Customer,
  daysAgo: number,
  at: Date,
  luck: SeededRandom,
): Sale {
  const branch = luck.oneOf(customer.haunts)
  const product = wanted(customer, branch, luck)
  const isFuel = product === customer.fuel
  const { gross, millilitres } = isFuel
    ? fill(priceOn(product, demo.calendar.date(daysAgo)), luck)
    : { gross: bill(product, luck), millilitres: 0 }
  const rule = ruleAt(demo.rules, customer.programme, product, at)
  const discount = Math.floor((gross * (rule?.discountBasisPoints ?? 0)) / 10_000)
  const amount = gross - discount
  return {
    rrn: demo.nextRrn(),
    loyaltyCode: customer.loyaltyCode,
    at,
    kind: product === 'wash' && customer.washPlan ? 'SUSCRIPTION' : 'MOVEMENTS',
    branchCode: branch.code,
    product,
    millilitres,
    currency: '858',
    amount,
    discount,
    points: pointsOf(rule, { millilitres, amount }),
    plate: isFuel || product === 'wash' ? customer.plate : '',
  }
}

/** Eight times in ten the pump; a station without the thing they want sells them fuel. */
function wanted(customer: Customer, branch: Station, luck: SeededRandom): string {
  const draw = luck.next()
  const other = draw < 0.12 ? 'store' : draw < 0.18 ? 'wash' : draw < 0.2 ? 'lubrication' : ''
  return other && sells(branch, other) ? other : customer.fuel
}

/** Some ask for litres, some for a round sum. Cents, before the discount, and millilitres. */
function fill(price: number, luck: SeededRandom): { gross: number; millilitres: number } {
  const asked = luck.oneOf([100_000, 150_000, 200_000, 250_000, 300_000])
  const litres = luck.whole(25_000, 45_000)
  const forSum = Math.round((asked * 1000) / price)
  const millilitres = luck.happens(0.3) && forSum <= 45_000 ? forSum : litres
  return { gross: Math.round((price * millilitres) / 1000), millilitres }
}

const BILLS: Record<string, [from: number, to: number]> = {
  store: [9, 78],
  wash: [45, 95],
  lubrication: [180, 420],
}

/** Whole tens of pesos, in cents. */
function bill(product: string, luck: SeededRandom): number {
  const [from, to] = BILLS[product] ?? [10, 50]
  return luck.whole(from, to) * 1000
}
