import { setTimeout as sleep } from 'node:timers/promises'
import { leaseDueAttempts, schedulePoll } from '#db/payments/attemptPolling.ts'
import {
  type Attempt,
  attemptById,
  countWithoutOutcome,
  expireWithoutToken,
  isOutcomePending,
} from '#db/payments/attempts.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'
import { voidAtGateway, syncWithGateway } from '#server/payments/outcome/applyGatewayAnswer.ts'
import { MAX_DELAY_MS, nextPollDelay } from '#server/payments/outcome/pollingBackoff.ts'

/** Looks at payments without a known outcome until they have one. */
export interface PendingPaymentPoller {
  /** Looks at everything that is due now, and returns how many attempts that were. */
  now(): Promise<number>
  /** Finishes the looks that are under way, and makes no more. */
  stop(): Promise<void>
}

/** Attempts looked at side by side. */
const PLACES = 12
/** How long one is anybody's own to look at, in milliseconds. */
const LEASE = 30_000
/** How long a look waits for one answer of the gateway, in milliseconds: two fit in the lease. */
const PATIENCE = 10_000
/** How long to sleep when nothing is due, in milliseconds. */
const PAUSE = 1_000
const DAY = 86_400_000

/** Starts looking. Any number of processes may do so on one database. */
export function startPendingPaymentPoller(context: Context): PendingPaymentPoller {
  const stopping = new AbortController()
  const busy = new Set<Promise<void>>()
  let last: Promise<number> = Promise.resolve(0)

  async function fill(): Promise<number> {
    const now = context.now()
    const due = await leaseDueAttempts(context.db, {
      now,
      until: new Date(now.getTime() + LEASE),
      count: PLACES - busy.size,
    })
    for (const attempt of due) {
      const one = look(context, attempt).finally(() => busy.delete(one))
      busy.add(one)
    }
    return due.length
  }

  /** One filling at a time: what is leased is in its place before anybody counts the places. */
  function round(): Promise<number> {
    const mine = last.then(fill)
    last = mine.catch(() => 0)
    return mine
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const started = busy.size < PLACES ? await round() : 0
        if (started === 0) context.metrics.openAttempts.set(await countWithoutOutcome(context.db))
        if (started === 0 || busy.size >= PLACES)
          await Promise.race([...busy, pause(stopping.signal)])
      } catch (error) {
        // The database is away: whatever was due then is due later.
        context.log.error({ err: error }, 'the reconciler could not look')
        await pause(stopping.signal)
      }
    }
    await Promise.all(busy)
  }

  const running = run()
  return {
    async now() {
      let looked = 0
      for (let due = await round(); due > 0; due = await round()) {
        looked += due
        await Promise.all(busy)
      }
      await Promise.all(busy)
      return looked
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const pause = (signal: AbortSignal) => sleep(PAUSE, undefined, { signal }).catch(() => {})

/** X5: one look at one attempt. It never throws: what went wrong with one is nothing to the others. */
async function look(context: Context, attempt: Attempt): Promise<void> {
  const later = (wait: number) => new Date(context.now().getTime() + wait)
  try {
    await settleNow(context, attempt)
    await schedulePoll(context.db, attempt, later(nextPollDelay(attempt, context.now())))
  } catch (error) {
    const away = error instanceof GatewayUnreachable
    if (!away) context.log.error({ err: error, attempt: attempt.id }, 'a look failed')
    const now = context.now()
    const wait = nextPollDelay(attempt, now)
    // An outage is not the attempt's fault: when it ends, a look is never far. But what nobody could
    // say anything of for a day does not keep the others waiting.
    const next = away && !isOverdue(attempt, now) ? Math.min(MAX_DELAY_MS, wait) : wait
    await schedulePoll(context.db, attempt, later(next)).catch((failure: unknown) =>
      context.log.error({ err: failure, attempt: attempt.id }, 'a look could not be planned'),
    )
  }
}

async function settleNow(context: Context, attempt: Attempt): Promise<void> {
  const now = context.now()
  if (attempt.accessToken === null) {
    if (await expireWithoutToken(context.db, attempt.id, now))
      context.metrics.attempts.inc({ state: 'EXPIRED' })
    return
  }
  const overdue = isOverdue(attempt, now)
  const known = await syncWithGateway(context, attempt, PATIENCE).catch(async (error: unknown) => {
    if (!overdue || !(error instanceof GatewayUnreachable)) throw error
    // No answer is no outcome either; somebody else may have had one meanwhile.
    return await attemptById(context.db, attempt.id)
  })
  if (!overdue || (known.state !== 'CREATED' && !isOutcomePending(known))) return
  context.log.error({ attempt: attempt.id }, 'no outcome after a day: the payment is voided')
  await voidAtGateway(context, known, PATIENCE)
}

const isOverdue = ({ createdAt }: Attempt, now: Date) => now.getTime() - createdAt.getTime() >= DAY
