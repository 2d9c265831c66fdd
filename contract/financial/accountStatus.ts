import { AccountState } from '#contract/entities/movement.ts'
import { period } from '#contract/fields/period.ts'
import { next } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** The points statement of a period, and what was bought in it by month and product. */
export const accountStatus = service({
  group: 'financial',
  name: 'accountStatus',
  access: [USER],
  request: period,
  response: { accountStatus: AccountState, next },
})
