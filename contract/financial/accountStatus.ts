import { defineCall } from '#contract/call.ts'
import { AccountState } from '#contract/entities/movement.ts'
import { loyaltyPeriod } from '#contract/entities/period.ts'
import { next } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'

/**
 * The points statement of one of the caller's loyalties in a period, with the purchases by month and
 * product. With an empty `loyaltyCode` the statement is empty.
 * Errors: 05 a loyalty that is unknown or another user's, a `clientRUT` that is not the loyalty's, a
 * period that ends before it begins, or an invalid cursor.
 */
export const accountStatus = defineCall('financial', 'accountStatus', {
  access: [USER],
  mayBeStale: true,
  request: loyaltyPeriod,
  response: () => ({ accountStatus: AccountState, next }),
})
