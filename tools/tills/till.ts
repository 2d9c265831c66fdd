import { createHash } from 'node:crypto'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import type { ItemResult } from '#contract/entities/reportedItem.ts'
import { OK } from '#contract/responseCodes.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { createTestClient, type WireRequest } from '#testing/harness/testClient.ts'
import { createTerminalKey, signingWith } from '#testing/station/testTerminal.ts'
import { Counts } from '#tools/faultInjection/counts.ts'
import { NoAnswer, postToServers } from '#tools/faultInjection/postToServers.ts'
import type { PlannedItem } from '#tools/tills/model.ts'
import type { Message, PlannedTill } from '#tools/tills/planTills.ts'

/** An item with the answers that the till got. */
export type SentItem = PlannedItem & { till: number; answers: ItemResult[] }
/** A close with its answer. */
export type SentClose = Extract<Message, { kind: 'close' }> & {
  till: number
  answer: AnswerOf<typeof closeShift>
}

/** What the tills of a run sent, and what they saw. */
export class Reports {
  readonly items: SentItem[] = []
  readonly closes: SentClose[] = []
  readonly violations: Record<'forged' | 'X1', object[]> = { forged: [], X1: [] }
  /** Messages by kind, tries that were not answered by reason, and the like: for the report alone. */
  readonly counts = new Counts()
}

/** The servers behind the bad network, and the address that signatures cover. */
export interface TillNetwork {
  servers: readonly [string, string]
  publicUrl: string
  reports: Reports
}

/** Then the till sends what it has under a new id. */
const POLICY = { delays: [100, 300, 300, 600, 600], timeoutMs: 8_000, repeatsTimeouts: true }
/** The statuses that say "later": the server's, and that of a proxy without an answer. */
const LATER = ['HTTP 502', 'HTTP 503']
const CENT = /"amount":(\d+)/

/** A till that works through its plan: it signs, corrects its clock, and repeats until it is answered. */
export function createTill(plan: PlannedTill, { servers, publicUrl, reports }: TillNetwork) {
  const { number: till } = plan
  const { counts, violations } = reports
  const key = createTerminalKey()
  let { clockMs } = plan
  let messages = 0
  const now = () => new Date(Date.now() + clockMs)
  const sign = signingWith(key, { config: { publicUrl }, now })

  /** Sends one message until a server answers it. @throws NoAnswer */
  async function send<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    more: { alter?: (wire: WireRequest) => WireRequest; cutAfterMs?: number | null } = {},
  ) {
    const { alter = (wire) => wire, cutAfterMs = null } = more
    messages += 1
    const auditNumber = `t${till}-${messages}`
    counts.add('mensajes')
    const post = async (wire: WireRequest) => {
      const policy = { ...POLICY, cutAfterMs }
      const answer = await postToServers(servers, messages, alter(wire), policy, (reason) => {
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

  /** The fields of the answer with code 00; the till corrects its clock from a refusal, and repeats under new ids. */
  async function call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    cutAfterMs: number | null = null,
  ): Promise<AnswerOf<S>> {
    for (;;) {
      const answer = await send(contract, fields, { cutAfterMs }).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error
        counts.add('mensajes sin respuesta')
      })
      const { responseCode, reason, responseDescription } = answer?.responseHeader ?? {}
      if (answer && responseCode === OK) return contract.response.parse(answer) as AnswerOf<S>
      if (answer && reason === 'wrong_clock') {
        counts.add('relojes corregidos')
        clockMs = Date.parse(answer.headers.get('date') ?? '') - Date.now()
      } else if (answer) throw new Error(`la caja ${till} fue rechazada: ${responseDescription}`)
    }
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
    /** Joins the till to its station. */
    enrol: (enrolmentCode: string) =>
      call(enrolTerminal, { enrolmentCode, publicKey: key.publicKey }),

    /** Sends a message until it is answered. */
    async take(message: Message): Promise<void> {
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
