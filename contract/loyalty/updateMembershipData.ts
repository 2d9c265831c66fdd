import { defineCall } from '#contract/call.ts'
import { bankAccount } from '#contract/fields/bankAccount.ts'
import { USER } from '#contract/roles.ts'

/**
 * Sets the bank account of all the caller's loyalties in force; the call has no field that selects
 * one.
 * Errors: 05 without a loyalty in force.
 */
export const updateMembershipData = defineCall('loyalty', 'updateMembershipData', {
  access: [USER],
  changes: true,
  request: bankAccount,
})
