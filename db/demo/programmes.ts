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
