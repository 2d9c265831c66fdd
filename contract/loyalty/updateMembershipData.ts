import { defineCall } from '#contract/call.ts'
import { changedBankAccount } from '#contract/fields/bankAccount.ts'
import { USER } from '#contract/roles.ts'

/**
 * Sets the bank account of all the caller's loyalties in force; the call has no field that selects
 * one. With bank, type and number all empty it removes the account; none of the three can be left
 * out.
 * Errors: 05 without a loyalty in force, or with only some of the three empty.
 */
export const updateMembershipData = defineCall('loyalty', 'updateMembershipData', {
  access: [USER],
  changes: true,
  request: changedBankAccount,
})
