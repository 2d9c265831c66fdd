import type { Attempt } from '#db/payments/attempts.ts'

const SECOND = 1_000
const MINUTE = 60_000
/** The first waits after any activity, in milliseconds. */
const FIRST = [5 * SECOND, 15 * SECOND, 30 * SECOND]
/** X4: the longest wait while money may move any moment, or the gateway is away, in milliseconds. */
export const MAX_DELAY_MS = 30 * SECOND

/**
 * How long to wait before the next look at an attempt whose outcome is open, in milliseconds:
 * 5, 15, 30 s after any activity, 30 s while its token can be charged, then 1, 2, 5 min, then hourly.
 */
export function nextPollDelay({ looks, tokenExpiresAt, createdAt }: Attempt, now: Date): number {
  const first = FIRST[looks]
  if (first !== undefined) return first
  const since = now.getTime() - (tokenExpiresAt ?? createdAt).getTime()
  if (since < 0) return MAX_DELAY_MS
  if (since < MINUTE) return MINUTE
  if (since < 3 * MINUTE) return 2 * MINUTE
  return since < 60 * MINUTE ? 5 * MINUTE : 60 * MINUTE
}
