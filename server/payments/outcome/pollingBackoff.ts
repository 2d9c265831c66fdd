import type { Attempt } from '#db/payments/attempts.ts'

const SECOND = 1_000
const MINUTE = 60_000
/** The first delays after any activity, in milliseconds. */
const FIRST_DELAYS_MS = [5 * SECOND, 15 * SECOND, 30 * SECOND] as const
/** X4: the longest delay while a token can be charged or the gateway is unreachable. */
export const MAX_DELAY_MS = 30 * SECOND

/** When an attempt is polled after some activity. */
export const firstPollAt = (now: Date) => new Date(now.getTime() + FIRST_DELAYS_MS[0])

/**
 * The delay before the next poll of an attempt without an outcome, in milliseconds: 5, 15, 30 s
 * after any activity, 30 s while its token can be charged, then 1, 2, 5 min, then an hour.
 */
export function nextPollDelay(
  { pollCount, tokenExpiresAt, createdAt }: Attempt,
  now: Date,
): number {
  const first = FIRST_DELAYS_MS[pollCount]
  if (first !== undefined) return first
  const sinceExpiry = now.getTime() - (tokenExpiresAt ?? createdAt).getTime()
  if (sinceExpiry < 0) return MAX_DELAY_MS
  if (sinceExpiry < MINUTE) return MINUTE
  if (sinceExpiry < 3 * MINUTE) return 2 * MINUTE
  return sinceExpiry < 60 * MINUTE ? 5 * MINUTE : 60 * MINUTE
}
