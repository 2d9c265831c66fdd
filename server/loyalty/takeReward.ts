import { takeReward } from '#contract/loyalty/takeReward.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { takeReward as take } from '#db/loyalty/vouchers.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

const REFUSALS = {
  notFound,
  unavailable: () => refuse('Ese premio ya no se puede pedir. Elegí otro.', 'reward_unavailable'),
  insufficient: () =>
    refuse('Todavía no te alcanzan los puntos para ese premio.', 'not_enough_points'),
}

export default defineHandler(takeReward, async (context, { loyaltyCode, reward }, caller) => {
  const taking = {
    id: uuidFrom(context.random(16)),
    personId: caller.personId,
    loyaltyCode,
    rewardCode: reward,
    rrn: await context.rrn(),
    random: context.random(16),
    now: context.now(),
    jobs: context.jobs,
  }
  const voucher = await take(context.db, taking)
  if (typeof voucher === 'string') throw REFUSALS[voucher]()
  return { voucher }
})
