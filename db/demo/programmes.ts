import type { Rows } from '#db/demo/bulkInsert.ts'
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

/** Points per litre, points per hundred pesos and discount, by product. */
type Terms = Record<string, [perLitre: number, perHundred: number, discountBasisPoints: number]>

const CLUB_BEFORE: Terms = {
  super: [2, 0, 0],
  premium: [3, 0, 0],
  gasoil: [1, 0, 0],
  gasoilEspecial: [2, 0, 0],
  queroseno: [1, 0, 0],
  store: [0, 3, 0],
  wash: [0, 3, 0],
  lubrication: [0, 2, 0],
}
const CLUB_NOW: Terms = {
  super: [3, 0, 100],
  premium: [5, 0, 150],
  gasoil: [2, 0, 100],
  gasoilEspecial: [3, 0, 150],
  queroseno: [1, 0, 0],
  store: [0, 4, 500],
  wash: [0, 5, 1000],
  lubrication: [0, 3, 500],
}
const RIDE_BEFORE: Terms = {
  super: [1, 0, 300],
  premium: [1, 0, 300],
  gasoil: [1, 0, 200],
  gasoilEspecial: [1, 0, 200],
  store: [0, 1, 0],
  wash: [0, 2, 1500],
}
const RIDE_NOW: Terms = {
  super: [1, 0, 450],
  premium: [2, 0, 450],
  gasoil: [1, 0, 300],
  gasoilEspecial: [2, 0, 300],
  store: [0, 2, 500],
  wash: [0, 2, 2500],
}

/**
 * The rules of both programmes. Both changed seven months ago; earlier sales keep the earlier rule
 * (L8).
 */
export function pointsRules(calendar: RelativeDates): Rule[] {
  const since = calendar.monthStart(36)
  const change = calendar.monthStart(7)
  return [
    ...rules(CLUB, since, CLUB_BEFORE),
    ...rules(CLUB, change, CLUB_NOW),
    ...rules(RIDE_HAILING, since, RIDE_BEFORE),
    ...rules(RIDE_HAILING, change, RIDE_NOW),
  ]
}

function rules(programme: string, validFrom: Date, terms: Terms): Rule[] {
  return Object.entries(terms).map(([product, [perLitre, perHundred, discountBasisPoints]]) => ({
    programme,
    product,
    validFrom,
    perLitre,
    perHundred,
    discountBasisPoints,
  }))
}

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
