import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Movement } from '#contract/entities/movement.ts'
import { loyaltyPeriod } from '#contract/entities/period.ts'
import { Redemption } from '#contract/entities/redemption.ts'
import { next } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'

/**
 * Purchases and redemptions of one of the caller's loyalties in a period, newest first. With an empty
 * `loyaltyCode` the lists are empty.
 * Errors: 05 a loyalty that is unknown or another user's, a `clientRUT` that is not the loyalty's, a
 * period that ends before it begins, or an invalid cursor.
 */
export const movements = defineCall('financial', 'movements', {
  access: [USER],
  mayBeStale: true,
  request: loyaltyPeriod,
  response: () => ({
    movements: z.array(Movement),
    /**
     * The redemptions of the time of this page, newest first: from its last purchase, or on the last page
     * from the beginning of the period, to the purchase before its first, or the end of the period. Missing
     * from older servers.
     */
    redemptions: z.optional(z.array(Redemption)),
    next,
  }),
})
