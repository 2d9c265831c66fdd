import { setTimeout as sleep } from 'node:timers/promises'
import { OK } from '#contract/responseCodes.ts'
import { requestHeader } from '#contract/header.ts'
import { type AnswerOf, pathOf, type RequestOf, type Service } from '#contract/service.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { Side } from '#tools/faultInjection/workload.ts'

/** How a call travels. */
export interface Way {
  side: Side
  /** Names the request; the same name with the same fields is the same request. */
  identity: string
  /** Milliseconds after which the network falls under the first sending; null: it holds. */
  cut?: number | null
}
/** An answer that came, at last. */
export interface Answer<S extends Service> {
  ok: boolean
  fields: AnswerOf<S>
  /** When the request was first sent, and when this answer was there. */
  from: number
  until: number
}

/** A person's phone: speaks the contract, holds on when the network or a server falls. */
export interface RetryingClient {
  readonly personId: string
  /** Null: nobody answered for long enough to give up. */
  ask<S extends Service>(
    service: S,
    fields: RequestOf<S>,
    way: Way,
    attempt: number,
  ): Promise<Answer<S> | null>
}

/** How often and how far apart a person tries again, in milliseconds. */
const TRIES = 30
const AGAIN = 300
/** How long a phone waits for one answer, in milliseconds. */
const PATIENCE = 15_000

export function createRetryingClient(
  { personId, token }: { personId: string; token: string },
  servers: readonly [string, string],
  notebook: HistoryRecorder,
): RetryingClient {
  return {
    personId,
    async ask(service, fields, { side, identity, cut = null }, attempt) {
      const header = requestHeader({ now: new Date(), random: 0, platform: 'a', token })
      // The clock on the wall would make two requests of one.
      const fixed = { ...header, dateTime: '2026-01-01 00:00:00', auditNumber: identity }
      const body = JSON.stringify({ requestHeader: fixed, ...fields })
      const request = `${personId} ${identity}`
      const from = notebook.firstSent(request)
      for (let tries = 0; tries < TRIES; tries += 1) {
        // Whoever gets no answer asks the other server next time.
        const url = `${servers[(side + tries) % 2]}/api/${pathOf(service)}`
        const limit = tries === 0 && cut !== null ? cut : PATIENCE
        const sent = performance.now()
        const heard = await post(url, body, limit)
        if (heard?.status === 200) {
          const until = performance.now()
          notebook.took(service.name, until - sent)
          const ok = heard.code === OK
          if (service.changes) notebook.answered(attempt, request, body, heard.said, ok)
          return { ok, fields: heard.fields as never, from, until }
        }
        if (heard && heard.status !== 503)
          notebook.defects.push({ attempt, call: service.name, status: heard.status })
        notebook.count(cut !== null && tries === 0 ? 'cut' : 'unanswered')
        if (tries > 0 || cut === null) await sleep(AGAIN)
      }
      notebook.count('gave up')
      return null
    },
  }
}

interface HeardText {
  status: number
  code: string
  /** Code and fields, without what each telling has of its own. */
  said: string
  fields: object
}

async function post(url: string, body: string, limit: number): Promise<HeardText | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      signal: AbortSignal.timeout(limit),
    })
    const text = await response.text()
    if (response.status !== 200) return { status: response.status, code: '', said: '', fields: {} }
    const { responseHeader, ...fields } = JSON.parse(text) as {
      responseHeader: { responseCode: string; responseDescription: string }
    }
    const { responseCode, responseDescription } = responseHeader
    const said = `${responseCode} ${responseDescription} ${JSON.stringify(fields)}`
    return { status: 200, code: responseCode, said, fields }
  } catch {
    return null
  }
}
