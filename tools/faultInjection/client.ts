import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import type { ResponseHeader } from '#contract/header.ts'
import { OK } from '#contract/responseCodes.ts'
import { createTestClient } from '#testing/harness/testClient.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import { NoAnswer, postToServers } from '#tools/faultInjection/postToServers.ts'
import type { ServerIndex } from '#tools/faultInjection/workload.ts'

/** How a call is sent. */
export interface SendOptions {
  /** The server of the first try; each retry goes to the other one. */
  server: ServerIndex
  /** Name of the request within its person's session: its audit number. */
  identity: string
  /** Milliseconds after which the first try is aborted; null or undefined: not at all. */
  cutAfterMs?: number | null
  attempt: number
}
/** An answer of one of the servers. */
export type Answer<S extends CallContract> = {
  /** When the request was first sent, and when this answer arrived. */
  from: number
  until: number
} & ({ ok: true; fields: AnswerOf<S> } | { ok: false })

/** Calls the servers with the session of one person and retries while no server answers. */
export interface RetryingClient {
  readonly personId: string
  /** @returns null when no server answered within all tries */
  call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    options: SendOptions,
  ): Promise<Answer<S> | null>
}

const RETRY_DELAYS = Array<number>(29).fill(300)
const REQUEST_TIMEOUT_MS = 15_000
/** A repeat must equal its request, so the header carries a fixed time. */
const HEADER_TIME = new Date(2026, 0, 1)

export function createRetryingClient(
  { personId, token }: { personId: string; token: string },
  servers: readonly [string, string],
  history: HistoryRecorder,
): RetryingClient {
  return {
    personId,
    async call(contract, fields, { server, identity, attempt, cutAfterMs = null }) {
      const request = `${personId} ${identity}`
      const from = history.firstSent(request)
      const addDefect = (status: number) =>
        history.defects.push({ attempt, call: contract.name, status })
      const policy = {
        delays: RETRY_DELAYS,
        timeoutMs: REQUEST_TIMEOUT_MS,
        cutAfterMs,
        repeatsTimeouts: true,
        onUnanswered(reason: string) {
          const [, status] = /^HTTP (\d+)$/.exec(reason) ?? []
          if (status && status !== '503') addDefect(Number(status))
          history.count(reason === 'cut' ? 'cut' : 'unanswered')
        },
      }
      const { call } = createTestClient(
        {
          now: () => HEADER_TIME,
          async post(wire) {
            const sentAt = performance.now()
            const answer = await postToServers(servers, server, wire, policy)
            history.recordLatency(contract.name, performance.now() - sentAt)
            if (answer.status !== 200) addDefect(answer.status)
            else if (contract.changes)
              recordAnswer(history, { attempt, request }, wire.body, answer.text)
            return answer
          },
        },
        token,
      )
      try {
        const answer = await call(contract, fields, { header: { auditNumber: identity } })
        const until = performance.now()
        if (answer.responseHeader?.responseCode !== OK) return { ok: false, from, until }
        return { ok: true, fields: contract.response.parse(answer) as never, from, until }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        history.count('gave up')
        return null
      }
    },
  }
}

/** P7: compares code and fields of an answer, without `rrn` and `updatedData`, which differ in each repeat. */
function recordAnswer(
  history: HistoryRecorder,
  { attempt, request }: { attempt: number; request: string },
  body: string,
  text: string,
): void {
  const { responseHeader, ...fields } = JSON.parse(text) as { responseHeader: ResponseHeader }
  const { responseCode, responseDescription } = responseHeader
  const comparable = `${responseCode} ${responseDescription} ${JSON.stringify(fields)}`
  history.recordAnswer(attempt, request, body, comparable, responseCode === OK)
}
