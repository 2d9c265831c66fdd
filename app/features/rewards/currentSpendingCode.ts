import type { AnswerOf } from '#contract/call.ts'
import { fromStamp } from '#contract/dates.ts'
import { SPENDING_WINDOW_SECONDS } from '#contract/entities/spendingCode.ts'
import type { spendingCode } from '#contract/loyalty/spendingCode.ts'

const WINDOW_MS = SPENDING_WINDOW_SECONDS * 1000

/**
 * The code of an answer that is shown some time after it arrived; undefined when its codes are over.
 * The device's clock does not matter: the server's time is that of the answer plus what has passed since.
 * @param elapsed milliseconds since the answer
 */
export function currentSpendingCode(
  { time, codes }: AnswerOf<typeof spendingCode>,
  elapsed: number,
) {
  const now = instantOf(time) + Math.max(elapsed, 0)
  const code = codes.find(({ from }) => {
    const age = now - instantOf(from)
    return age >= 0 && age < WINDOW_MS
  })
  const left = code && instantOf(code.from) + WINDOW_MS - now
  return code && { ...code, secondsLeft: Math.ceil((left ?? 0) / 1000) }
}

const instantOf = (stamp: string) => fromStamp(stamp)?.getTime() ?? Number.NaN
