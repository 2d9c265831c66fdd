import { PRODUCTS } from '#contract/reference/stationServices.ts'
import type { Db } from '#db/core/db.ts'
import { isConditional, type Rule, readRules, ruleAt, rulesInForce } from '#db/loyalty/accrual.ts'
import { cheapestRewards } from '#db/loyalty/rewards.ts'
import { programme } from '#db/tables/loyalties.ts'

/** What each programme gives by the rules in force, those without a sponsor first; no personal data. */
export async function programmeBenefits(db: Db, now: Date) {
  const rules = await readRules(db)
  const rows = await db.select().from(programme).orderBy(programme.name)
  const rewards = await cheapestRewards(db, now)
  return rows
    .toSorted((a, b) => Number(a.sponsorRole !== null) - Number(b.sponsorRole !== null))
    .map(({ code, name, sponsorRole, pointValue }) => ({
      code,
      name,
      sponsored: sponsorRole !== null,
      pointValue,
      ...benefitsOf(rules, code, now),
      rewards: rewards.get(code) ?? [],
    }))
}

/**
 * The rules that decide on the purchases of a programme: for each product the one of all times, and those with
 * conditions, which win over it. `ruleAt` finds among both the rule that it finds among all.
 */
export function benefitsOf<R extends Rule & { discountBasisPoints: number }>(
  rules: readonly R[],
  of: string,
  at: Date,
): { products: R[]; campaigns: R[] } {
  const inForce = rulesInForce(rules, at).filter((rule) => rule.programme === of)
  const always = inForce.filter((rule) => !isConditional(rule))
  const products = PRODUCTS.flatMap(({ code: product }) => {
    const rule = ruleAt(always, { programme: of, product, at, means: [] })
    return rule && rule.perLitre + rule.perHundred + rule.discountBasisPoints > 0
      ? [{ ...rule, product }]
      : []
  })
  return { products, campaigns: inForce.filter(isConditional) }
}
