import type { AnswerOf, CallContract } from '#contract/call.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { mapTiles } from '#contract/info/mapTiles.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'

/**
 * The calls whose answers are kept on the device. Every other answer is not: tokens, codes, the
 * export of the person's data, the list of sessions, and other persons' requests.
 */
const STORED_SERVICES: readonly CallContract[] = [
  accountStatus,
  branches,
  getDebts,
  getPayments,
  loyalties,
  mapTiles,
  membershipRequestList,
  movements,
  notifications,
  sentMessages,
]

export const isPersistedCall = (contract: CallContract | undefined): contract is CallContract =>
  contract !== undefined && STORED_SERVICES.includes(contract)

/** The answer without card data, which are not kept on the device. */
export function withoutCardData(contract: CallContract, answer: unknown): unknown {
  if (contract !== (getPayments as CallContract)) return answer
  const { payments, ...rest } = answer as AnswerOf<typeof getPayments>
  const redacted = payments.map((payment) => ({
    ...payment,
    maskedCard: '',
    authorizationCode: '',
  }))
  return { ...rest, payments: redacted }
}
