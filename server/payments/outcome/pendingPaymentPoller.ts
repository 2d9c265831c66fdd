import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#contract/dates.ts'
import { leaseDueAttempts, schedulePoll } from '#db/payments/attemptPolling.ts'
import {
  type Attempt,
  attemptById,
  countWithoutOutcome,
  isOutcomePending,
} from '#db/payments/attempts.ts'
import { expireWithoutToken } from '#db/payments/createAttempt.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { MAX_DELAY_MS, nextPollDelay } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoid, voidAtGateway } from '#server/payments/outcome/syncOrVoid.ts'

export type PendingPaymentPoller = ReturnType<typeof startPendingPaymentPoller>

/** Attempts that are polled concurrently. */
const MAX_CONCURRENT = 12
/** How long a process has a leased attempt to itself, in milliseconds. */
const LEASE_MS = 30_000
/** How long to wait for one answer of the gateway, in milliseconds: two fit in the lease. */
const GATEWAY_TIMEOUT_MS = 10_000
/** How long to sleep when no attempt is due, in milliseconds. */
const IDLE_MS = 1_000

/**
 * Polls the gateway about attempts without an outcome until they have one. Any number of processes may
 * do so on one database.
 */
export function startPendingPaymentPoller(context: Context) {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let lastRound: Promise<number> = Promise.resolve(0)

  async function leaseAndPoll(): Promise<number> {
    const now = context.now()
    const due = await leaseDueAttempts(context.db, {
      now,
      until: new Date(now.getTime() + LEASE_MS),
      count: MAX_CONCURRENT - running.size,
    })
    for (const attempt of due) {
      const poll = pollAttempt(context, attempt).finally(() => running.delete(poll))
      running.add(poll)
    }
    return due.length
  }

  /** Rounds run one after another, so that each counts the polls that the last one started. */
  function startRound(): Promise<number> {
    const round = lastRound.then(leaseAndPoll)
    lastRound = round.catch(() => 0)
    return round
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const started = running.size < MAX_CONCURRENT ? await startRound() : 0
        if (started === 0) context.metrics.openAttempts.set(await countWithoutOutcome(context.db))
        if (started === 0 || running.size >= MAX_CONCURRENT)
          await Promise.race([...running, idle(stopping.signal)])
      } catch (error) {
        context.log.error(
          { event: 'poll.lease_failed', err: error },
          'The attempts that are due for a poll could not be leased.',
        )
        await idle(stopping.signal)
      }
    }
    await Promise.all(running)
  }

  const loop = run()
  return {
    /** Polls every attempt that is due now. @returns how many they were */
    async now(): Promise<number> {
      let polled = 0
      for (let due = await startRound(); due > 0; due = await startRound()) {
        polled += due
        await Promise.all(running)
      }
      await Promise.all(running)
      return polled
    },
    /** Ends the polls under way and starts no more. */
    async stop(): Promise<void> {
      stopping.abort()
      await loop
    },
  }
}

const idle = (signal: AbortSignal) => sleep(IDLE_MS, undefined, { signal }).catch(() => {})

/** X5: polls one attempt and schedules its next poll. Never throws, so that no attempt blocks another. */
export async function pollAttempt(context: Context, attempt: Attempt): Promise<void> {
  const scheduleIn = (delay: number) =>
    schedulePoll(context.db, attempt, new Date(context.now().getTime() + delay), {
      afterPoll: true,
    })
  try {
    await syncOrVoidOverdue(context, attempt)
    await scheduleIn(nextPollDelay(attempt, context.now()))
  } catch (error) {
    const isUnreachable = error instanceof GatewayUnreachable
    if (!isUnreachable)
      context.log.error(
        { event: 'poll.failed', err: error, attempt: attempt.id },
        'A poll of an attempt failed.',
      )
    const now = context.now()
    const delay = nextPollDelay(attempt, now)
    // While the gateway is unreachable the delay stays short, so that the attempt is settled soon
    // after the outage; an attempt without an answer for a day backs off all the same.
    const capped = isUnreachable && !isOverdue(attempt, now) ? Math.min(MAX_DELAY_MS, delay) : delay
    await scheduleIn(capped).catch((failure: unknown) =>
      context.log.error(
        { event: 'poll.schedule_failed', err: failure, attempt: attempt.id },
        'The next poll of an attempt could not be scheduled.',
      ),
    )
  }
}

/** Syncs an attempt; one without an outcome after a day is voided. */
async function syncOrVoidOverdue(context: Context, attempt: Attempt): Promise<void> {
  const now = context.now()
  if (attempt.accessToken === null) {
    if (await expireWithoutToken(context.db, attempt.id, now))
      context.metrics.attempts.inc({ state: 'EXPIRED' })
    return
  }
  const overdue = isOverdue(attempt, now)
  const current = await syncOrVoid(context, attempt, GATEWAY_TIMEOUT_MS).catch(
    async (error: unknown) => {
      if (!overdue || !(error instanceof GatewayUnreachable)) throw error
      // Another process may have applied an outcome meanwhile.
      return await attemptById(context.db, attempt.id)
    },
  )
  if (!overdue || (current.state !== 'CREATED' && !isOutcomePending(current))) return
  context.log.error(
    { event: 'payment.overdue_voided', attempt: attempt.id },
    'An attempt without an outcome after a day is voided at the gateway.',
  )
  await voidAtGateway(context, current, GATEWAY_TIMEOUT_MS)
}

/** A paid attempt is polled for its void or refund, which has no such end. */
const isOverdue = ({ createdAt, state }: Attempt, now: Date) =>
  state !== 'PAID' && now.getTime() - createdAt.getTime() >= DAY_MS
