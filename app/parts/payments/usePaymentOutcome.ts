import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '#app/context.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'

/** Milliseconds before each look at a payment that is being confirmed; the last one again and again. */
const PAUSES = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** What a payment changes when it settles. */
const MOVED = [getDebts, getPayments, loyalties, accountStatus, notifications]

/** How a payment stands, for who came back from the gateway. */
export type PaymentOutcome =
  /** Nobody knows yet, and nothing says that it was not charged. */
  | { kind: 'confirming'; offline: boolean }
  | { kind: 'known'; payment: Payment }
  /** What came back is not taken as a payment of this person; the server's sentence says why. */
  | { kind: 'refused'; sentence: string }

/**
 * Hands the gateway's message to our server and, while the outcome is not known, keeps looking by
 * itself. Every call of it may be repeated: none of them pays.
 */
export function usePaymentOutcome(message: string): PaymentOutcome {
  const { now } = useApp().clock
  const telling = useCallMutation(processGEOPayResponse, { invalidates: MOVED })
  const looking = useCallMutation(getPayments, { invalidates: MOVED })
  const [payment, setPayment] = useState<Payment>()
  const [looks, setLooks] = useState(0)

  const accessToken = tokenOf(message)
  const denied = telling.error?.code === DENIED ? telling.error.message : null
  const isHeard = telling.isSuccess || denied !== null
  const isSettled = payment !== undefined && !isOpen(payment)
  // A refused message may still name a payment of ours, as when its signature was damaged.
  const nothingFound = accessToken === null || looking.data?.payments.length === 0
  const isOver = isSettled || (denied !== null && nothingFound)
  const busy = telling.isPending || looking.isPending

  const tell = () =>
    telling.mutate(
      { geopayResponse: message },
      { onSuccess: (answer) => setPayment(answer.payment) },
    )
  const look = useEffectEvent(() => {
    if (busy || isOver) return
    setLooks(looks + 1)
    if (!isHeard || accessToken === null) tell()
    else
      looking.mutate(
        { accessToken, ...toRange(lastDays(now())) },
        {
          onSuccess: ({ payments: [found] }) => {
            if (found) setPayment(found)
            // The list has none that is over unpaid; to its own message the server says so.
            else if (denied === null) tell()
          },
        },
      )
  })
  const isFirstAfterDenied = denied !== null && looks === 1
  useEffect(() => {
    if (busy || isOver) return undefined
    const atOnce = looks === 0 || isFirstAfterDenied
    const timer = setTimeout(() => look(), atOnce ? 0 : (PAUSES[looks - 1] ?? PAUSES.at(-1)))
    return () => clearTimeout(timer)
  }, [busy, isOver, looks, isFirstAfterDenied])
  useEffect(() => {
    // Here again after a while without a network or behind another app: better now than by the clock.
    const lookIfSeen = () => document.visibilityState === 'visible' && looks > 0 && look()
    addEventListener('online', lookIfSeen)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      removeEventListener('online', lookIfSeen)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [looks])

  if (payment && isSettled) return { kind: 'known', payment }
  if (isOver) return { kind: 'refused', sentence: denied ?? '' }
  const error = looking.error ?? telling.error
  return { kind: 'confirming', offline: error?.noAnswer ?? false }
}

const isOpen = ({ state }: Payment) => state === 'PENDING' || state === 'PROCESSING'

/** The token that the gateway's message speaks of, to look for that payment alone; null: unreadable. */
function tokenOf(message: string): string | null {
  try {
    const { token } = JSON.parse(message) as { token?: unknown }
    return typeof token === 'string' && token !== '' ? token : null
  } catch {
    return null
  }
}
