import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { spendingCode } from '#contract/loyalty/spendingCode.ts'
import { vouchers } from '#contract/loyalty/vouchers.ts'
import { notifications } from '#contract/user/notifications.ts'

export const POINT_CALLS = [
  loyalties,
  spendingCode,
  rewards,
  vouchers,
  movements,
  accountStatus,
  notifications,
] as const
