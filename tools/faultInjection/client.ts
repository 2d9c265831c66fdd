import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { CallError, client } from '#contract/client.ts'
import { OK } from '#contract/responseCodes.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { ServerIndex } from '#tools/faultInjection/workload.ts'

/** How a call is sent. */
export interface SendOptions {
  /** The server of the first try; each retry goes to the other one. */
  server: ServerIndex
  /** Name of the request within its person's session: it becomes the audit number. */
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

const MAX_TRIES = 30
const RETRY_DELAY_MS = 300
const REQUEST_TIMEOUT_MS = 15_000
/** Audit numbers that the contract's header can draw. */
const AUDIT_NUMBERS = 999_998
/** A repeat must equal its request, so the header carries a fixed time. */
const HEADER_TIME = new Date(2026, 0, 1)

class NoAnswer extends Error {}

export function createRetryingClient(
  { personId, token }: { personId: string; token: string },
  servers: readonly [string, string],
  history: HistoryRecorder,
): RetryingClient {
  const identities = new Map<string, number>()
  /** The draw from which the header makes the audit number of an identity: a number of its own. */
  function randomOf(identity: string): number {
    const number = identities.get(identity) ?? identities.size
    identities.set(identity, number)
    return (number + 0.5) / AUDIT_NUMBERS
  }

  return {
    personId,
    async call(contract, fields, options) {
      const identity = `${personId} ${options.identity}`
      const from = history.firstSent(identity)
      const call = client(
        {
          base: '/api/',
          now: () => HEADER_TIME,
          random: () => randomOf(options.identity),
          post: async (path, body) => {
            const text = await postUntilAnswered(servers, path, body, contract, options, history)
            if (contract.changes) {
              const { code, comparable } = parseAnswer(text)
              history.recordAnswer(options.attempt, identity, body, comparable, code === OK)
            }
            return { status: 200, text }
          },
        },
        token,
      )
      try {
        const answer = await call(contract, fields)
        return { ok: true, fields: answer, from, until: performance.now() }
      } catch (error) {
        if (error instanceof CallError) return { ok: false, from, until: performance.now() }
        if (error instanceof NoAnswer) return null
        throw error
      }
    },
  }
}

/**
 * @returns the text of the first answer with HTTP 200
 * @throws NoAnswer after the last try
 */
async function postUntilAnswered(
  servers: readonly [string, string],
  path: string,
  body: string,
  { name }: CallContract,
  { server, attempt, cutAfterMs = null }: SendOptions,
  history: HistoryRecorder,
): Promise<string> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const cut = tries === 0 ? cutAfterMs : null
    const sentAt = performance.now()
    const answer = await post(
      `${servers[(server + tries) % 2]}${path}`,
      body,
      cut ?? REQUEST_TIMEOUT_MS,
    )
    if (answer?.status === 200) {
      history.recordLatency(name, performance.now() - sentAt)
      return answer.text
    }
    if (answer && answer.status !== 503)
      history.defects.push({ attempt, call: name, status: answer.status })
    history.count(cut === null ? 'unanswered' : 'cut')
    if (cut === null) await sleep(RETRY_DELAY_MS)
  }
  history.count('gave up')
  throw new NoAnswer()
}

async function post(
  url: string,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}

/** Code and fields of an answer, without `rrn` and `updatedData`, which differ in each repeat. */
function parseAnswer(text: string): { code: string; comparable: string } {
  const { responseHeader, ...fields } = JSON.parse(text) as {
    responseHeader: { responseCode: string; responseDescription: string }
  }
  const { responseCode, responseDescription } = responseHeader
  return {
    code: responseCode,
    comparable: `${responseCode} ${responseDescription} ${JSON.stringify(fields)}`,
  }
}
