import { setTimeout as sleep } from 'node:timers/promises'
import { fetchFrom, type WireAnswer, type WireRequest } from '#testing/harness/testClient.ts'

/** When a request without a readable answer is repeated. */
export interface RepeatPolicy {
  /** Milliseconds before each repeat. */
  delays: readonly number[]
  timeoutMs: number
  repeatsTimeouts: boolean
  /** Milliseconds after which the first try is dropped and repeated at once; null: not at all. */
  cutAfterMs?: number | null
}

/** No server answered; the message is the reason of the last try. */
export class NoAnswer extends Error {}

/**
 * Posts to two servers behind the simplest load balancer: each repeat goes to the other one, and a
 * refused connection, which took no request, is sent to the other at once.
 * @param first index of the server of the first try
 * @param onUnanswered called after each such try with the error of the connection, or with `HTTP 503` and the
 * answer
 * @returns the first answer below HTTP 500
 * @throws NoAnswer
 */
export async function postToServers(
  servers: readonly [string, string],
  first: number,
  request: WireRequest,
  { delays, timeoutMs, repeatsTimeouts, cutAfterMs = null }: RepeatPolicy,
  onUnanswered: (reason: string, answer: WireAnswer | null) => void,
): Promise<WireAnswer> {
  /** @returns the answer, or the reason why there is none */
  const post = async (index: number, milliseconds: number): Promise<WireAnswer | string> => {
    const answer = await fetchFrom(
      servers[index % 2 ? 1 : 0],
      milliseconds,
    )(request).catch(reasonOf)
    if (typeof answer === 'string') {
      onUnanswered(answer, null)
      return answer
    }
    if (answer.status < 500) return answer
    const reason = `HTTP ${answer.status}`
    onUnanswered(reason, answer)
    return reason
  }
  for (let tries = 0; ; tries += 1) {
    const isCut = tries === 0 && cutAfterMs !== null
    const milliseconds = isCut ? cutAfterMs : timeoutMs
    let answer = await post(first + tries, milliseconds)
    if (answer === 'ECONNREFUSED') answer = await post(first + tries + 1, milliseconds)
    if (typeof answer !== 'string') return answer
    const delay = delays[tries]
    const isFinal = answer === 'TimeoutError' && !isCut && !repeatsTimeouts
    if (isFinal || delay === undefined) throw new NoAnswer(answer)
    if (!isCut) await sleep(delay)
  }
}

/** The code of a connection's error, or the name of another. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string }
  return cause?.code ?? name
}
