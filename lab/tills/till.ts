import { createHash } from 'node:crypto'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { OK } from '#contract/responseCodes.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { NoAnswer, type RepeatPolicy } from '#lab/processes/postToServers.ts'
import type { PlannedItem, PlannedTill, Report } from '#lab/tills/model.ts'
import type { Reports, SentItem } from '#lab/tills/reports.ts'
import { createTestClient, type WireAnswer, type WireRequest } from '#testing/harness/testClient.ts'
import { createTerminalKey, signingWith } from '#testing/station/testTerminal.ts'

/** How a till reaches the servers, the address that signatures cover, and the time of all that is not its clock. */
export interface TillNetwork {
  /**
   * Posts until a server answers.
   * @param message the number of the message at its till
   * @throws NoAnswer
   */
  post: (
    wire: WireRequest,
    message: number,
    policy: RepeatPolicy,
    onUnanswered: (reason: string) => void,
  ) => Promise<WireAnswer>
  publicUrl: string
  reports: Reports
  now: () => number
  /** For how many seconds the server may hold a question about a payment. */
  heldSeconds: number
  /** Asks until there is an answer, and gives up after many questions: a slow machine gets as many as a fast one. */
  until: <Answer>(ask: () => Promise<Answer | undefined>) => Promise<Answer | undefined>
}

/** Asks so many times, with a pause after each question. */
export const asking =
  (questions: number, pause: () => Promise<unknown>): TillNetwork['until'] =>
  async (ask) => {
    for (let asked = 0; asked < questions; asked += 1) {
      const answer = await ask()
      if (answer !== undefined) return answer
      await pause()
    }
    return undefined
  }

/** Then the till sends what it has under a new id. */
const POLICY = { delays: [100, 300, 300, 600, 600], timeoutMs: 8_000, repeatsTimeouts: true }
/** The statuses that say "later": the server's, and that of a proxy without an answer. */
const LATER = ['HTTP 502', 'HTTP 503']
const CENT = /"amount":(\d+)/

export type Till = ReturnType<typeof createTill>

/** A till that works through its plan: it signs, corrects its clock, and repeats until it is answered. */
export function createTill(plan: PlannedTill, network: TillNetwork) {
  const { publicUrl, reports } = network
  const { number: till } = plan
  const { counts, violations } = reports
  const key = createTerminalKey()
  let { clockMs } = plan
  let messages = 0
  const now = () => new Date(network.now() + clockMs)
  const sign = signingWith(key, { config: { publicUrl }, now })

  /** Sends one message until a server answers it. @throws NoAnswer */
  async function send<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    more: Partial<RepeatPolicy> & { alter?: (wire: WireRequest) => WireRequest } = {},
  ) {
    const { alter = (wire) => wire, ...changed } = more
    messages += 1
    const auditNumber = `t${till}-${messages}`
    counts.add('mensajes')
    const post = async (wire: WireRequest) => {
      const policy = { ...POLICY, ...changed }
      const answer = await network.post(alter(wire), messages, policy, (reason) => {
        counts.add(reason)
        if (reason.startsWith('HTTP ') && !LATER.includes(reason))
          violations.X1.push({ till, call: contract.name, reason })
      })
      if (answer.status !== 200)
        violations.X1.push({ till, call: contract.name, status: answer.status, text: answer.text })
      return answer
    }
    const client = createTestClient({ post, now }, '', sign)
    return await client.call(contract, fields, { header: { auditNumber } })
  }

  /** The first answer; the till corrects its clock from a refusal, and repeats under new ids. */
  async function untilAnswered<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    cutAfterMs: number | null = null,
  ) {
    for (;;) {
      const answer = await send(contract, fields, { cutAfterMs }).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        counts.add('mensajes sin respuesta')
      })
      if (answer && answer.responseHeader?.reason !== 'wrong_clock') return answer
      if (!answer) continue
      counts.add('relojes corregidos')
      clockMs = Date.parse(answer.headers.get('date') ?? '') - network.now()
    }
  }

  /** The fields of the answer, which has to have code 00. */
  async function call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    cutAfterMs: number | null = null,
  ): Promise<AnswerOf<S>> {
    const answer = await untilAnswered(contract, fields, cutAfterMs)
    const { responseCode, responseDescription } = answer.responseHeader ?? {}
    if (responseCode === OK) return contract.response.parse(answer) as AnswerOf<S>
    throw new Error(`la caja ${till} fue rechazada: ${responseDescription}`)
  }

  /** Sends a copy that was changed on the way, which may not be accepted. */
  async function sendAltered(items: readonly PlannedItem[], altered: 'body' | 'digest') {
    const alter = ({ headers, body, ...wire }: WireRequest): WireRequest => {
      const changed = body.replace(CENT, (_, cents: string) => `"amount":${Number(cents) + 1}`)
      const digest = `sha-256=:${createHash('sha256').update(changed).digest('base64')}:`
      const own = altered === 'digest' ? { 'content-digest': digest } : {}
      return { ...wire, body: changed, headers: { ...headers, ...own } }
    }
    const changed = items.map(({ item }) => item).filter((item) => item.kind === 'sale')
    if (changed.length === 0) return
    const answer = await send(reportSales, { items: changed }, { alter }).catch(() => null)
    counts.add('mensajes alterados')
    if (answer?.responseHeader?.responseCode === OK)
      violations.forged.push({ till, altered, tickets: changed.map(({ ticket }) => ticket) })
  }

  async function report(items: readonly SentItem[], cutAfterMs: number | null = null) {
    const { results } = await call(
      reportSales,
      { items: items.map(({ item }) => item) },
      cutAfterMs,
    )
    for (const [place, { answers }] of items.entries()) {
      const result = results[place]
      if (result) answers.push(result)
      counts.add(result?.result ?? 'sin resultado')
    }
  }

  return {
    number: till,
    network,
    reports,
    call,

    /** Sends a call until it is answered. @returns the state in the answer, or the reason of a refusal */
    async ask<S extends CallContract>(contract: S, fields: RequestOf<S>): Promise<string> {
      const answer = await untilAnswered(contract, fields)
      const { state, payment } = answer as { state?: string; payment?: { state: string } }
      const said =
        state ?? payment?.state ?? answer.responseHeader?.reason ?? `HTTP ${answer.status}`
      counts.add(said)
      return said
    },

    /** Sends a call once, and waits for so many milliseconds only. */
    leave: async <S extends CallContract>(contract: S, fields: RequestOf<S>, timeoutMs: number) => {
      await send(contract, fields, { delays: [], timeoutMs }).catch(() => null)
    },

    /** Joins the till to its station. */
    enrol: (enrolmentCode: string) =>
      call(enrolTerminal, { enrolmentCode, publicKey: key.publicKey }),

    /** Sends a message until it is answered. */
    async take(message: Report): Promise<void> {
      if (message.kind === 'close') {
        const answer = await call(closeShift, message.close)
        reports.closes.push({ ...message, till, answer })
        return
      }
      const sent = message.items.map((item) => ({ ...item, till, answers: [] }))
      reports.items.push(...sent)
      if (message.altered) await sendAltered(message.items, message.altered)
      const first = report(sent, message.cutAfterMs)
      if (message.repeat !== 'atOnce') await first
      await Promise.all([first, ...(message.repeat ? [report(sent)] : [])])
    },
  }
}
