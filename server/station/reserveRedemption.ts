import { readSpendingText } from '#contract/entities/spendingCode.ts'
import { reserveRedemption } from '#contract/station/reserveRedemption.ts'
import { reserveAtTill } from '#db/loyalty/tillRedemptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { type Limit, take, untake } from '#server/http/limits.ts'
import { codeWindow } from '#server/loyalty/spendingCodes.ts'
import { contentHashOf, redeemAtTill } from '#server/station/tillRedemption.ts'

/** Wrong codes: a code of six digits is not found by trial, at one till or at many. */
const TRIES = { points: 10, per: 10 * 60_000, taken: 'within' } as const
const TRIES_OF_TERMINAL: Limit = { name: 'spending codes at a till', by: 'terminal', ...TRIES }
const TRIES_OF_LOYALTY: Limit = { name: 'spending codes of a loyalty', by: 'loyalty', ...TRIES }
const LIMITS = [TRIES_OF_TERMINAL, TRIES_OF_LOYALTY]

export default defineHandler(
  reserveRedemption,
  async (context, fields, caller) => {
    const { reference, spendingCode, points, reward: rewardCode, ticket } = fields
    const code = readSpendingText(spendingCode)
    // Taken before the code is compared, so that tries at once do not exceed it.
    const whose = { loyaltyCode: code.loyaltyCode }
    for (const limit of LIMITS) await take(context, caller, limit, whose)
    const reservation = {
      code,
      codeWindow: codeWindow(context.config, code, context.now()),
      points: rewardCode ? 0 : points,
      rewardCode,
      ticket,
      contentHash: contentHashOf([spendingCode, points, rewardCode, ticket]),
      rrn: await context.rrn(),
    }
    return await redeemAtTill(context, caller, reference, async (tx, call) => {
      const outcome = await reserveAtTill(tx, call, reservation)
      if (outcome !== 'wrongCode')
        for (const limit of LIMITS) await untake(context, caller, limit, whose)
      return outcome
    })
  },
  LIMITS,
)
