import { toStamp } from '#contract/dates.ts'
import type { AccrualRule } from '#contract/entities/accrualRule.ts'
import type { Rule } from '#db/loyalty/accrual.ts'

/** A rule as the calls answer it. */
export const toAccrualRule = (rule: Rule): AccrualRule => ({
  programme: rule.programme,
  product: rule.product,
  weekdays: rule.weekdays,
  hourFrom: rule.hourFrom,
  hourUntil: rule.hourUntil,
  means: rule.means,
  perLitre: rule.perLitre,
  perHundred: rule.perHundred,
  validFrom: toStamp(rule.validFrom),
  validUntil: rule.validUntil ? toStamp(rule.validUntil) : '',
})
