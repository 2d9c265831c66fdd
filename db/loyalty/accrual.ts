import { toStamp } from '#contract/dates.ts'
import type { NoPoints } from '#contract/entities/accrualRule.ts'
import { PESOS } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { pointsRule } from '#db/tables/loyalties.ts'
import type { movement } from '#db/tables/movements.ts'

export type StoredRule = typeof pointsRule.$inferSelect
/** What decides whether a rule applies, and how many points it gives. */
export type Rule = Omit<StoredRule, 'id' | 'discountBasisPoints' | 'pendingDays' | 'expiresMonths'>
type Purchase = Pick<typeof movement.$inferSelect, 'millilitres' | 'amount' | 'currency'>

/** What a rule is chosen by. */
export interface Occasion {
  programme: string
  product: string
  /** The effective date. */
  at: Date
  /** The means of all payments of the sale; empty when they are not known. */
  means: readonly string[]
}

const selectRules = prepared('points_rules', (db) =>
  db.select().from(pointsRule).orderBy(pointsRule.id),
)
/** All rules, past and future ones too. */
export const readRules = async (db: Db): Promise<StoredRule[]> => await selectRules(db).execute()

/**
 * The rule that decides on a purchase, at its local time in Montevideo (T4); undefined when none applies.
 * A rule with means applies to a sale that is paid whole by them. Of several rules the one with the most
 * conditions of weekday, hours and means wins: a campaign beats what is given at all times. Of as many,
 * one that names the product; then the newest, so that a rule is replaced by a later one and resumes
 * when that one ends; then the one that gives more. Rules are never added up.
 */
export function ruleAt<R extends Rule>(rules: readonly R[], occasion: Occasion): R | undefined {
  const stamp = toStamp(occasion.at)
  const [year = 0, month = 0, day = 0, hour = 0] =
    // Stryker disable next-line OptionalChaining, ArrayDeclaration: each stamp has these digits.
    /(....)(..)(..)(..)/.exec(stamp)?.slice(1).map(Number) ?? []
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
  return rules
    .filter((rule) => isFor(rule, occasion) && isOn(rule, weekday, hour))
    .reduce<R | undefined>(
      (winner, rule) => (winner && precedence(winner, rule) >= 0 ? winner : rule),
      undefined,
    )
}

const isFor = (rule: Rule, { programme, product, at, means }: Occasion): boolean =>
  rule.programme === programme &&
  (rule.product === '' || rule.product === product) &&
  isValidAt(rule, at) &&
  (rule.means.length === 0 ||
    (means.length > 0 && means.every((one) => rule.means.some((of) => of === one))))

const isValidAt = ({ validFrom, validUntil }: Rule, at: Date): boolean =>
  validFrom <= at && (validUntil === null || validUntil > at)

function isOn({ weekdays, hourFrom, hourUntil }: Rule, weekday: number, hour: number): boolean {
  if (weekdays.length > 0 && !weekdays.includes(weekday)) return false
  const [begun, ended] = [hour >= hourFrom, hour >= hourUntil]
  return hourFrom < hourUntil ? begun && !ended : begun || !ended
}

/** Above 0 when the first rule wins over the second, if both apply. */
function precedence(one: Rule, other: Rule): number {
  const others = ranks(other)
  return ranks(one).reduce((sum, rank, place) => sum || rank - (others[place] ?? 0), 0)
}
/**
 * Whether the first rule wins over the second, even a newer one: it has more conditions, or as many
 * and names a product.
 */
export function isNarrower(one: Rule, other: Rule): boolean {
  const undated = { validFrom: new Date(0), perLitre: 0, perHundred: 0 }
  return precedence({ ...one, ...undated }, { ...other, ...undated }) > 0
}
/** Whether a rule has conditions of weekday, hours or means. */
export const isConditional = (rule: Rule): boolean => (ranks(rule)[0] ?? 0) > 0

const ranks = ({ product, weekdays, hourFrom, hourUntil, means, ...rule }: Rule): number[] => [
  Number(weekdays.length > 0) + Number(hourUntil - hourFrom !== 24) + Number(means.length > 0),
  Number(product !== ''),
  rule.validFrom.getTime(),
  rule.perLitre,
  rule.perHundred,
]

/** The rules that may decide at an instant: those in force that no newer one of the same conditions replaces. */
export function rulesInForce<R extends Rule>(rules: readonly R[], at: Date): R[] {
  const scope = ({ programme, product, weekdays, hourFrom, hourUntil, means }: Rule) =>
    JSON.stringify([programme, product, weekdays, hourFrom, hourUntil, means])
  return [
    ...Map.groupBy(
      rules.filter((rule) => isValidAt(rule, at)),
      scope,
    ).values(),
  ].flatMap((same) => same.toSorted(precedence).slice(-1))
}

/** Whole points of a purchase: per whole litre, and per whole hundred pesos paid (L8). */
export function pointsOf(
  rule: Pick<Rule, 'perLitre' | 'perHundred'> | undefined,
  { millilitres, amount, currency }: Purchase,
): number {
  if (!rule) return 0
  const hundreds = currency === PESOS ? Math.floor(amount / 10_000) : 0
  return rule.perLitre * Math.floor(millilitres / 1000) + rule.perHundred * hundreds
}

/** Why a purchase for which `pointsOf` is 0 gave none. */
export function whyNoPoints(
  rule: Pick<Rule, 'perLitre' | 'perHundred'> | undefined,
  { millilitres, currency }: Purchase,
): NoPoints {
  if (rule && rule.perHundred > 0 && currency === PESOS) return 'below_minimum'
  if (rule && rule.perLitre > 0 && millilitres > 0) return 'below_minimum'
  return rule && rule.perHundred > 0 ? 'other_currency' : 'no_rule'
}
