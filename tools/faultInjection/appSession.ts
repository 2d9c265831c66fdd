import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { REQUEST_TIMEOUT } from '#contract/header.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { createTestClient, type TestTransport } from '#testing/harness/testClient.ts'
import type { CallRecorder } from '#tools/faultInjection/callRecorder.ts'
import { NoAnswer, postToServers } from '#tools/faultInjection/postToServers.ts'

/** The servers, to which calls go in turn. */
export interface Network {
  servers: readonly [string, string]
  /** Index of the server of the next call. */
  turn: number
  /** Replaced once the callers are signed in: only the load is measured. */
  recorder: CallRecorder
}

/** The session of one browser: token, cookies, and the app's rules about repeats. */
export interface AppSession {
  /**
   * Sends a call; the token that it answers is that of the next calls.
   * @param dueAt when it was due (`performance.now()`); its latency is measured from then
   * @returns null when the call was refused (05) or not answered
   */
  call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    dueAt?: number,
  ): Promise<AnswerOf<S> | null>
}

/**
 * Milliseconds before each repeat of a call without a readable answer, as in the app: queries
 * (kit/api/callQueries.ts) and changing calls with the same body (kit/api/apiClient.ts). Other calls
 * are sent once.
 */
const QUERY_REPEATS = [1_000, 2_000]
const CHANGE_REPEATS = [1_000, 3_000]
const SENT_ONCE = new Set(['login', 'confirmSecondFactor'])
const repeatsOf = ({ name, changes }: CallContract): readonly number[] =>
  SENT_ONCE.has(name) ? [] : changes ? CHANGE_REPEATS : QUERY_REPEATS

export function createAppSession(network: Network): AppSession {
  // Sent as the page's own origin, so that sessions are bound to their cookies.
  const [origin] = network.servers
  const transport: TestTransport = {
    now: () => new Date(),
    post: (request) => {
      const fromPage = { ...request, headers: { ...request.headers, origin } }
      return postToServers(network.servers, network.turn++, fromPage, {
        delays: repeatsOf(request.contract),
        timeoutMs: REQUEST_TIMEOUT,
        repeatsTimeouts: false,
        onUnanswered: (reason) => network.recorder.counts.add(reason),
      })
    },
  }
  let client = createTestClient(transport)
  return {
    async call(contract, fields, dueAt = performance.now()) {
      const { recorder } = network
      const call = contract.name
      const fail = (reason: string) => {
        recorder.unanswered.push({ call, reason, dueAt, endedAt: performance.now() })
        return null
      }
      try {
        const answer = await client.call(contract, fields)
        const { responseCode } = answer.responseHeader ?? { responseCode: `HTTP ${answer.status}` }
        if (responseCode !== OK && responseCode !== DENIED) return fail(responseCode)
        recorder.recordLatency(call, performance.now() - dueAt)
        if (responseCode === DENIED) {
          recorder.counts.add(`05 ${call}`)
          return null
        }
        // The token of a login, or the one that renews that of a session.
        const { user, userSessionToken = user?.userSessionToken } = answer as Tokens
        if (userSessionToken) client = createTestClient(transport, userSessionToken)
        return contract.response.parse(answer) as never
      } catch (error) {
        if (error instanceof NoAnswer) return fail(error.message)
        throw error
      }
    },
  }
}

interface Tokens {
  userSessionToken?: string
  user?: { userSessionToken?: string }
}
