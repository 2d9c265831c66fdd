import type { Rows } from '#db/demo/bulkInsert.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'

/** Surtidor's own programme, decided by the network alone. */
export const CLUB = 'surtidor'
/** The programme for ride-hailing drivers; the sponsor decides first. */
export const RIDE_HAILING = 'uber'

export type Rule = Rows['pointsRule'][number]

export const PROGRAMMES: Rows['programme'] = [
  { code: CLUB, name: 'Surtidor Club', sponsorRole: null },
  { code: RIDE_HAILING, name: 'Surtidor Uber', sponsorRole: '3' },
]

/**
 * The rules of both programmes. Both changed seven months ago; earlier sales keep the earlier rule
 * (L8).
 */
export const pointsRules = (calendar: RelativeDates): Rule[] =>
  readDemoTable<Omit<Rule, 'validFrom'> & { monthsAgo: number }>('pointsRules.csv').map(
    ({ monthsAgo, ...rule }) => ({ ...rule, validFrom: calendar.monthStart(monthsAgo) }),
  )

/** The newest rule of a product in force at `at`; undefined when there is none. */
export function ruleAt(
  rules: readonly Rule[],
  programme: string,
  product: string,
  at: Date,
): Rule | undefined {
  return rules.findLast(
    (rule) => rule.programme === programme && rule.product === product && rule.validFrom <= at,
  )
}

/** Whole points of a purchase: per whole litre, and per whole hundred pesos paid. */
export const pointsOf = (
  rule: Rule | undefined,
  { millilitres, amount }: { millilitres: number; amount: number },
) =>
  rule
    ? rule.perLitre * Math.floor(millilitres / 1000) + rule.perHundred * Math.floor(amount / 10_000)
    : 0

/**
 * Official maximum prices in cents of peso per litre (supergas: per kilogram), each from its first
 * day: the decrees of September 2025, January and March 2026, as published in the press. Sample
 * data, not current prices.
 */
export const OFFICIAL_PRICES = readDemoTable<Rows['fuelPrice'][number]>('fuelPrices.csv')

const byProduct = Map.groupBy(OFFICIAL_PRICES, ({ product }) => product)

/** Cents per litre on a day (`yyyy-MM-dd`). Days before the first known price get that price. */
export function priceOn(product: string, date: string): number {
  const known = byProduct.get(product)
  const inForce = known?.findLast(({ validFrom }) => validFrom <= date) ?? known?.[0]
  if (!inForce) throw new RangeError(`${product} has no official price`)
  return inForce.price
}
