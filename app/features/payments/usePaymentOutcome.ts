import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '#app/context.ts'
import { isFinal, isOpen } from '#app/features/payments/paymentStateStyle.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { notifications } from '#contract/user/notifications.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'

/** Milliseconds before each poll of a payment whose state may change; the last one repeats. */
const POLL_DELAYS_MS = [5_000, 15_000, 30_000, 60_000, 120_000, 300_000]

const INVALIDATED = [getDebts, getPayments, loyalties, accountStatus, notifications]

/** The state of a payment after the return from the gateway. */
type PaymentOutcome =
  /** The outcome is not known, and the payment may have been charged. */
  | { kind: 'confirming'; offline: boolean }
  | { kind: 'known'; payment: Payment }
  /** The server refuses the return as a payment of this person, by a sentence. */
  | { kind: 'refused'; sentence: string }

/**
 * Sends the gateway's message to the server and polls the payment until its state cannot change any
 * more. All calls are idempotent and none of them charges.
 */
export function usePaymentOutcome(message: string): PaymentOutcome {
  const { now } = useApp().clock
  const processing = useCallMutation(processGEOPayResponse, { invalidates: INVALIDATED })
  const polling = useCallMutation(getPayments, { invalidates: INVALIDATED })
  const [payment, setPayment] = useState<Payment>()
  const [polls, setPolls] = useState(0)

  const accessToken = tokenOf(message)
  const denied = processing.error?.code === DENIED ? processing.error.message : null
  const isProcessed = processing.isSuccess || denied !== null
  const isKnown = payment !== undefined && !isOpen(payment)
  // A refused message may still contain the token of a payment, as when only its signature was
  // damaged.
  const isNotListed = accessToken === null || polling.data?.payments.length === 0
  const isOver = isKnown ? isFinal(payment) : denied !== null && isNotListed
  const busy = processing.isPending || polling.isPending

  const processMessage = () =>
    processing.mutate(
      { geopayResponse: message },
      { onSuccess: (answer) => setPayment(answer.payment) },
    )
  const poll = useEffectEvent(() => {
    if (busy || isOver) return
    setPolls(polls + 1)
    if (!isProcessed || accessToken === null) processMessage()
    else
      polling.mutate(
        { accessToken, ...toRange(lastDays(now())) },
        {
          onSuccess: ({ payments: [found] }) => {
            if (found) setPayment(found)
            // An older server's list omits an attempt that ended without a payment; the answer to its
            // message explains it.
            else if (denied === null && !isKnown) processMessage()
          },
        },
      )
  })
  const isFirstAfterDenied = denied !== null && polls === 1
  useEffect(() => {
    if (busy || isOver) return undefined
    const immediate = polls === 0 || isFirstAfterDenied
    const delay = POLL_DELAYS_MS[polls - 1] ?? POLL_DELAYS_MS.at(-1)
    const timer = setTimeout(() => poll(), immediate ? 0 : delay)
    return () => clearTimeout(timer)
  }, [busy, isOver, polls, isFirstAfterDenied])
  useEffect(() => {
    // Polls at once when the network is back or the page is visible again.
    const pollIfVisible = () => document.visibilityState === 'visible' && polls > 0 && poll()
    addEventListener('online', pollIfVisible)
    document.addEventListener('visibilitychange', pollIfVisible)
    return () => {
      removeEventListener('online', pollIfVisible)
      document.removeEventListener('visibilitychange', pollIfVisible)
    }
  }, [polls])

  if (payment && isKnown) return { kind: 'known', payment }
  if (isOver) return { kind: 'refused', sentence: denied ?? '' }
  const error = polling.error ?? processing.error
  return { kind: 'confirming', offline: error?.noAnswer === 'offline' }
}

/**
 * The access token in the gateway's message, which identifies the payment; null when the message
 * cannot be parsed.
 */
function tokenOf(message: string): string | null {
  try {
    const { token } = JSON.parse(message) as { token?: unknown }
    return typeof token === 'string' && token !== '' ? token : null
  } catch {
    return null
  }
}
