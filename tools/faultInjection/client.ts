import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import type { ResponseHeader } from '#contract/header.ts'
import { OK } from '#contract/responseCodes.ts'
import { createTestClient } from '#testing/harness/testClient.ts'
import type { History } from '#tools/faultInjection/history.ts'
import { NoAnswer, postToServers } from '#tools/faultInjection/postToServers.ts'
import type { ServerIndex } from '#tools/faultInjection/workload.ts'

/** How a call is sent. */
export interface SendOptions {
  /** The server of the first try; each retry goes to the other one. */
  server: ServerIndex
  /** Milliseconds after which the first try is aborted; null: not at all. */
  cutAfterMs?: number | null
  /** Name of the request within its person's session: its audit number. */
  identity: string
  attempt: number
}

/** Calls the servers with the session of one person and retries while no server answers. */
export interface RetryingClient {
  readonly personId: string
  /**
   * @returns the fields of an answer with code 00, when its request was first sent and when it
   * arrived; null after a refusal or without an answer
   */
  call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    options: SendOptions,
  ): Promise<{ fields: AnswerOf<S>; from: number; until: number } | null>
}

const RETRY_DELAYS = Array<number>(29).fill(300)
const REQUEST_TIMEOUT_MS = 15_000
/** A repeat must equal its request, so the header carries a fixed time. */
const HEADER_TIME = new Date(2026, 0, 1)

export function createRetryingClient(
  { personId, token }: { personId: string; token: string },
  servers: readonly [string, string],
  history: History,
): RetryingClient {
  return {
    personId,
    async call(contract, fields, { server, identity, attempt, cutAfterMs = null }) {
      const request = `${personId} ${identity}`
      const from = history.firstSent(request)
      const checkStatus = (status: number, ...allowed: number[]) => {
        if (!allowed.includes(status))
          history.violations.X1.push({ attempt, call: contract.name, status })
      }
      const { call } = createTestClient(
        {
          now: () => HEADER_TIME,
          async post(wire) {
            const answer = await postToServers(servers, server, wire, {
              delays: RETRY_DELAYS,
              timeoutMs: REQUEST_TIMEOUT_MS,
              cutAfterMs,
              repeatsTimeouts: true,
              onUnanswered(reason) {
                if (reason.startsWith('HTTP ')) checkStatus(Number(reason.slice(5)), 503)
                history.counts.add(reason)
              },
            })
            checkStatus(answer.status, 200)
            if (answer.status === 200 && contract.changes)
              history.recordAnswer(attempt, request, wire.body, comparable(answer.text))
            return answer
          },
        },
        token,
      )
      try {
        const answer = await call(contract, fields, { header: { auditNumber: identity } })
        if (answer.responseHeader?.responseCode !== OK) return null
        return { fields: contract.response.parse(answer) as never, from, until: performance.now() }
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        history.counts.add('gave up')
        return null
      }
    },
  }
}

/** Code and fields of an answer, without `rrn` and `updatedData`, which differ in each repeat. */
function comparable(text: string): string {
  const { responseHeader, ...fields } = JSON.parse(text) as { responseHeader: ResponseHeader }
  const { responseCode, responseDescription } = responseHeader
  return `${responseCode} ${responseDescription} ${JSON.stringify(fields)}`
}
