import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Reward } from '#contract/entities/redemption.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * The rewards that can be taken today for points of a loyalty of the caller, the cheapest first.
 * Errors: 05 a loyalty that is unknown, ended or another user's.
 */
export const rewards = defineCall('loyalty', 'rewards', {
  access: [USER],
  request: () => ({
    /** Code of a loyalty in force. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
  }),
  response: () => ({
    /** The points that can be spent now. */
    spendablePoints: z.int(),
    /** Cents of pesos that a till gives for a point without a reward; 0: it takes points for rewards only. */
    pointValue: z.int(),
    /** The rewards in force. */
    rewards: z.array(Reward),
  }),
})
