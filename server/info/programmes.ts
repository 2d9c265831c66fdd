import { programmes } from '#contract/info/programmes.ts'
import { programmeBenefits } from '#db/loyalty/programmeBenefits.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { toAccrualRule } from '#server/loyalty/toAccrualRule.ts'

type Stored = Awaited<ReturnType<typeof programmeBenefits>>[number]['products'][number]

const toBenefitRule = (rule: Stored) => ({
  ...toAccrualRule(rule),
  discountBasisPoints: rule.discountBasisPoints,
  pendingDays: rule.pendingDays,
  expiresMonths: rule.expiresMonths,
})

export default defineHandler(programmes, async ({ db, now }) => ({
  programmes: (await programmeBenefits(db, now())).map((one) => ({
    ...one,
    products: one.products.map(toBenefitRule),
    campaigns: one.campaigns.map(toBenefitRule),
  })),
}))
