import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFrom, type WireAnswer, type WireRequest } from '#testing/harness/testClient.ts'

/** When a request without a readable answer is repeated. */
export interface RepeatPolicy {
  /** Milliseconds before each repeat. */
  delays: readonly number[]
  timeoutMs: number
  /** Milliseconds after which the first try is dropped and repeated at once; null: not at all. */
  cutAfterMs?: number | null
  /** Whether a time-out is repeated too. */
  repeatsTimeouts: boolean
  /** Called with `HTTP 503`, or with the error of the connection, after each such try. */
  onUnanswered: (reason: string) => void
}

/** No server answered; the message is the reason of the last try. */
export class NoAnswer extends Error {}

/**
 * Posts to two servers behind the simplest load balancer: each repeat goes to the other one, and a
 * refused connection, which took no request, is sent to the other at once.
 * @param first index of the server of the first try
 * @returns the first answer below HTTP 500
 * @throws NoAnswer
 */
export async function postToServers(
  servers: readonly [string, string],
  first: number,
  request: WireRequest,
  policy: RepeatPolicy,
): Promise<WireAnswer> {
  const { delays, cutAfterMs = null } = policy
  const post = (index: number, timeoutMs: number) =>
    fetchFrom(servers[index % 2 ? 1 : 0], timeoutMs)(request)
  for (let tries = 0; ; tries += 1) {
    const isCut = tries === 0 && cutAfterMs !== null
    const timeoutMs = isCut ? cutAfterMs : policy.timeoutMs
    let reason: string
    try {
      const answer = await post(first + tries, timeoutMs).catch((error: unknown) => {
        if (reasonOf(error) !== 'ECONNREFUSED') throw error
        policy.onUnanswered('ECONNREFUSED')
        return post(first + tries + 1, timeoutMs)
      })
      if (answer.status < 500) return answer
      reason = `HTTP ${answer.status}`
    } catch (error) {
      reason = reasonOf(error)
    }
    policy.onUnanswered(isCut ? 'cut' : reason)
    const delay = delays[tries]
    const isFinal = reason === 'TimeoutError' && !isCut && !policy.repeatsTimeouts
    if (isFinal || delay === undefined) throw new NoAnswer(reason)
    if (!isCut) await sleep(delay)
  }
}

/** The code of a connection's error, or the name of another. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string }
  return cause?.code ?? name
}
