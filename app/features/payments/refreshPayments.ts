import type { Query, QueryClient } from '@tanstack/react-query'
import { isPayable } from '#app/features/payments/debtSummary.ts'
import { isOpen } from '#app/features/payments/paymentStateStyle.ts'
import type { AnswerOf } from '#contract/call.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { notifications } from '#contract/user/notifications.ts'

/** Milliseconds between the refetches of a list with a payment whose outcome is not known. */
const OPEN_MS = 30_000
/** Milliseconds between the others: what is paid may be voided or refunded at any time. */
const SETTLED_MS = 300_000

/**
 * Refetches what a payment changes, while a visible screen shows it: the lists of debts and payments,
 * the points and the notifications.
 */
export function refreshPayments(client: QueryClient): void {
  const { refetchInterval: usual } = client.getDefaultOptions().queries ?? {}
  const follow = (name: string, hasOpen?: (data: unknown) => boolean) =>
    client.setQueryDefaults([name], {
      refetchInterval: (query: Query) => {
        const { data } = query.state
        const wait = data !== undefined && hasOpen?.(data) ? OPEN_MS : SETTLED_MS
        return (typeof usual === 'function' && usual(query)) || wait
      },
    })
  follow(getPayments.name, (data) => (data as AnswerOf<typeof getPayments>).payments.some(isOpen))
  follow(getDebts.name, (data) => !(data as AnswerOf<typeof getDebts>).debts.every(isPayable))
  follow(loyalties.name)
  follow(notifications.name)
}
