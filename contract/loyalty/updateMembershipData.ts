import { bankAccount } from '#contract/fields/bankAccount.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Sets the bank account of the caller: the call names no loyalty, so it counts for all in force.
 * Errors: 05 without a loyalty in force.
 */
export const updateMembershipData = service({
  group: 'loyalty',
  name: 'updateMembershipData',
  access: [USER],
  changes: true,
  request: bankAccount,
  response: {},
})
