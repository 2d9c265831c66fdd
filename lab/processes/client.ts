import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { REQUEST_TIMEOUT } from '#contract/header.ts'
import { OK } from '#contract/responseCodes.ts'
import { comparable, type History } from '#lab/evidence/history.ts'
import { NoAnswer, postToServers, type RepeatPolicy } from '#lab/processes/postToServers.ts'
import { newTokenIn } from '#testing/harness/cookieJar.ts'
import { createTestClient } from '#testing/harness/testClient.ts'

export interface Network {
  servers: readonly [string, string]
  /** When a request without a readable answer is repeated. */
  policyOf: (contract: CallContract) => RepeatPolicy
  /** Replaced once the callers of a load are signed in: only the load is measured. */
  history: History
}

/** Repeats until a server answers. */
export const untilAnswered: Network['policyOf'] = () => ({
  delays: Array<number>(29).fill(300),
  timeoutMs: 15_000,
  repeatsTimeouts: true,
})

/** As the app: queries (kit/api/callQueries.ts), and changing calls with the same body (kit/api/apiClient.ts). */
export const asTheApp: Network['policyOf'] = ({ name, changes }) => ({
  delays: name === 'login' ? [] : changes ? [1_000, 3_000] : [1_000, 2_000],
  timeoutMs: REQUEST_TIMEOUT,
  repeatsTimeouts: false,
})

export interface CallOptions {
  /** Index of the server of the first try, by default one after the other. */
  server?: number
  /** Milliseconds after which the first try is aborted; null: not at all. */
  cutAfterMs?: number | null
  /** Name of the request within its person's session, its audit number; by default a new one. */
  identity?: string
  /** Number of the attempt to pay, for the report. */
  attempt?: number
  /** When it was due (`performance.now()`); its latency is measured from then. */
  dueAt?: number
}

export type Client = ReturnType<typeof createClient>

/** A repeat must equal its request, so the header carries a fixed time. */
const HEADER_TIME = new Date(2026, 0, 1)
/** Number of calls without a given server. */
let turn = 0

/** The session of one person; the token that a call answers is that of the next calls. */
export function createClient(network: Network, personId: string) {
  const { servers, policyOf } = network
  let token = ''
  return {
    personId,
    /**
     * @returns the fields of an answer with code 00, when its request was first sent and when it
     * arrived; null after a refusal or without an answer
     */
    async call<S extends CallContract>(
      contract: S,
      fields: RequestOf<S>,
      options: CallOptions = {},
    ) {
      const { server = turn++, cutAfterMs = null, identity, attempt = 0 } = options
      const { dueAt = performance.now() } = options
      const { history } = network
      const { name } = contract
      const request = identity && `${personId} ${identity}`
      const from = request ? history.firstSent(request, performance.now()) : dueAt
      const checkStatus = (status: number, allowed: number) => {
        if (status !== allowed) history.violations.X1.push({ attempt, call: name, status })
      }
      const transport: Parameters<typeof createTestClient>[0] = {
        now: () => HEADER_TIME,
        async post(wire) {
          // Sent as the page's own origin, so that sessions are bound to their cookies.
          const fromPage = { ...wire, headers: { ...wire.headers, origin: servers[0] } }
          const policy = { ...policyOf(contract), cutAfterMs }
          const answer = await postToServers(
            servers,
            server,
            fromPage,
            policy,
            (reason, refusal) => {
              if (refusal) checkStatus(refusal.status, 503)
              if (refusal && !refusal.headers.has('retry-after'))
                history.violations.X1.push({ attempt, call: name, missing: 'Retry-After' })
              history.counts.add(reason)
            },
          )
          checkStatus(answer.status, 200)
          if (request && contract.changes && answer.status === 200)
            history.recordAnswer(attempt, request, wire.body, comparable(answer.text))
          return answer
        },
      }
      const header = identity === undefined ? {} : { auditNumber: identity }
      try {
        const answer = await createTestClient(transport, token).call(contract, fields, { header })
        const { responseCode } = answer.responseHeader ?? { responseCode: `HTTP ${answer.status}` }
        history.recordCall(name, responseCode, dueAt)
        if (responseCode !== OK) return null
        token = newTokenIn(answer) ?? token
        const parsed = contract.response.parse(answer) as AnswerOf<S>
        return { fields: parsed, from, until: performance.now() }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        history.recordCall(name, error.message, dueAt)
        return null
      }
    },
  }
}
