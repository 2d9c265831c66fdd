import { rewards } from '#contract/loyalty/rewards.ts'
import { rewardsFor } from '#db/loyalty/rewards.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(rewards, async ({ db, now }, { loyaltyCode }, { personId }) => {
  const found = await rewardsFor(db, { personId, loyaltyCode }, now())
  if (!found) throw notFound()
  return found
})
