import { takeReward } from '#contract/loyalty/takeReward.ts'
import { inTransaction } from '#db/core/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { takeReward as take } from '#db/loyalty/vouchers.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'

const REFUSALS = {
  notFound,
  unavailable: () => refuse('Ese premio ya no se puede pedir. Elegí otro.', 'reward_unavailable'),
  insufficient: () =>
    refuse('Todavía no te alcanzan los puntos para ese premio.', 'not_enough_points'),
}

export default defineHandler(takeReward, async (context, { loyaltyCode, reward }, caller) => {
  // Derived from the idempotency key and the fields, as in `addVehicle`: a repeat finds its own voucher.
  const identity = [idempotencyKey(caller).toString('hex'), loyaltyCode, reward]
  const taking = {
    id: uuidOf(`redemption ${JSON.stringify(identity)}`),
    personId: caller.personId,
    loyaltyCode,
    rewardCode: reward,
    rrn: await context.rrn(),
    random: context.random(16),
    now: context.now(),
    jobs: context.jobs,
  }
  const voucher = await inTransaction(context.db, (tx) => take(tx, taking))
  if (typeof voucher === 'string') throw REFUSALS[voucher]()
  return { voucher }
})
