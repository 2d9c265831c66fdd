import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { toHeaderTime } from '#contract/dates.ts'
import {
  EchoTestRequest,
  EchoTestResponse,
  GATEWAY_CALLS,
  GATEWAY_CODES,
  type GatewayPayment,
  GatewayReturn,
  PaymentQueryResponse,
  PaymentResponse,
  VoidPaymentResponse,
  WebhookRequest,
} from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import type { Config } from '#server/config.ts'
import { KeyMissing, openSignatures } from '#server/gateway/gatewaySignature.ts'
import { type ListPage, RawListPage, readListPage } from '#server/gateway/settlementListPage.ts'
import { type Opening, paymentRequest } from '#server/gateway/paymentRequest.ts'
import { parseBody } from '#server/http/jsonBody.ts'

/** A payment of a token. */
export type PaymentQueryResult = GatewayPayment & {
  /** Other charges that stand under the same token: each is one too many. */
  besides?: GatewayPayment[]
}

/** The card gateway as the rest of the server sees it. What it says here, it said in its own name. */
export interface CardGateway {
  // Patience is in milliseconds, where it is to be less than the setting's.
  /** Opens a payment; the same audit number again is the same payment. */
  open(
    opening: Opening,
    patience?: number,
  ): Promise<{ code: string; description: string; token: string | null }>
  /** What the gateway holds of a token; null when it never charged it and no longer will. */
  query(accessToken: string, patience?: number): Promise<PaymentQueryResult | null>
  /** Sees to it that a token charges nothing: takes a charge back, closes an open page. Idempotent. */
  void(accessToken: string, patience?: number): Promise<PaymentQueryResult | null>
  /**
   * The gateway's own list of a business day (`yyyyMMdd`), page by page: every approved charge that
   * was made, voided or refunded on it, as it stands now. Null: this gateway offers no such list.
   */
  paymentsOfDay(day: string, patience?: number): AsyncIterable<ListPage> | null
  /** Whether both sides are there and hold the right keys. */
  echo(patience?: number): Promise<void>
  /** The return's message when its signature is the gateway's, else null. */
  readReturn(raw: unknown): GatewayReturn | null
  /** The same for a webhook, which is signed by another key. */
  readWebhook(raw: unknown): WebhookRequest | null
  /** Our signed answer to the gateway's own echo; null when it is not the gateway that asks. */
  answerEcho(raw: unknown): z.infer<typeof EchoTestResponse> | null
}

/** The gateway did not answer, or not in its own name: the outcome is unknown. */
export class GatewayUnreachable extends Error {}

const VERSION = '3.02'

/** Speaks the GEOPay wire. Nothing of an answer is read before its signature is proved. */
export function createGatewayClient(
  { gateway: config }: Pick<Config, 'gateway'>,
  {
    now,
    random,
    log,
  }: { now: () => Date; random: (bytes: number) => Buffer; log: FastifyBaseLogger },
): CardGateway {
  const signatures = openSignatures({ keysDir: config.keysDir, legacy: config.legacySign })

  const requestHeader = (auditNumber: string) => ({
    dateTime: toHeaderTime(now()),
    ...APP_NET,
    netId: config.netId,
    auditNumber,
    version: VERSION,
    digitalSign: '',
  })

  async function call<Answer>(
    name: keyof typeof GATEWAY_CALLS,
    message: object,
    schema: z.ZodMiniType<Answer>,
    { auditNumber = newAuditNumber(random), patience = config.timeout } = {},
  ): Promise<Answer> {
    try {
      const signed = signatures.sign(
        { ...message, requestHeader: requestHeader(auditNumber) },
        'requestHeader',
      )
      const response = await fetch(config.url + GATEWAY_CALLS[name], {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signed),
        redirect: 'error',
        signal: AbortSignal.timeout(Math.min(patience, config.timeout)),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const raw = parseBody(await response.text()).json
      if (!signatures.verify(raw, 'responseHeader', 'gateway')) throw new Error('forged answer')
      const read = safeParse(schema, raw)
      if (!read.success)
        throw new Error(`unreadable answer: ${read.error.issues[0]?.path.join('.')}`)
      return read.data
    } catch (error) {
      log.warn({ call: name, why: reasonOf(error) }, 'the gateway was not reached')
      throw new GatewayUnreachable(`${name}: ${reasonOf(error)}`, { cause: error })
    }
  }

  /** What a proved answer says of this very token. */
  function about(
    accessToken: string,
    name: string,
    code: string,
    payments: GatewayPayment[],
  ): PaymentQueryResult | null {
    if (code === GATEWAY_CODES.expired && payments.length === 0) return null
    const mine = payments.filter((payment) => payment.accessToken === accessToken)
    const charges = mine.filter(isCharged)
    // Of several tries on one page, the one that took money is what counts.
    const found = charges[0] ?? mine.find(isPending) ?? mine.find(isGivenBack) ?? mine.at(-1)
    if (code === GATEWAY_CODES.approved && found) {
      const besides = charges.filter(({ paymentToken }) => paymentToken !== found.paymentToken)
      warnOf(name, found, besides)
      return { ...found, besides }
    }
    log.error({ call: name, code }, 'the gateway answered something else than what it was asked')
    throw new GatewayUnreachable(`${name}: code ${code} says nothing about the token`)
  }

  /** What is nobody's to undo by itself, so that a person has to see it. */
  function warnOf(call: string, found: GatewayPayment, besides: GatewayPayment[]): void {
    const charges = [found, ...besides].map(({ paymentToken }) => paymentToken)
    if (besides.length > 0) log.error({ call, charges }, 'several charges stand under one token')
    if (found.refunded && !found.voided && (found.refundedAmount ?? found.amount) < found.amount)
      log.error({ call, charges }, 'a return that is not of the whole charge')
  }

  const query: CardGateway['query'] = async (accessToken, patience) => {
    const answer = await call(
      'paymentQuery',
      { accessToken },
      PaymentQueryResponse,
      waiting(patience),
    )
    return about(accessToken, 'paymentQuery', answer.responseHeader.responseCode, answer.payments)
  }

  async function* settlementList(day: string, patience?: number): AsyncGenerator<ListPage> {
    for (let from: number | null = 0; from !== null; ) {
      const page: z.infer<typeof RawListPage> = await call(
        'settlementList',
        { day, from },
        RawListPage,
        waiting(patience),
      )
      const { responseCode: code } = page.responseHeader
      const goesOn = page.next === null || page.next > from
      if (code !== GATEWAY_CODES.approved || page.day !== day || page.from !== from || !goesOn)
        throw new GatewayUnreachable(`settlementList: code ${code} says nothing about the day`)
      const read = readListPage(page.payments, from)
      if (read.unreadable.length > 0)
        log.error(
          { day, unreadable: read.unreadable },
          'the gateway’s list tells what cannot be read',
        )
      yield read
      from = page.next
    }
  }

  function prove<Message>(
    raw: unknown,
    [header, signatory]: Parameters<typeof signatures.verify> extends [unknown, ...infer Rest]
      ? Rest
      : never,
    schema: z.ZodMiniType<Message>,
  ): Message | null {
    try {
      if (!signatures.verify(raw, header, signatory)) return null
    } catch (error) {
      if (error instanceof KeyMissing) throw new GatewayUnreachable(error.message)
      throw error
    }
    const read = safeParse(schema, raw)
    return read.success ? read.data : null
  }

  return {
    async open(opening, patience) {
      const { auditNumber } = opening
      const answer = await call('payment', paymentRequest(opening, config), PaymentResponse, {
        auditNumber,
        ...waiting(patience),
      })
      const { responseCode: code, responseDescription: description } = answer.responseHeader
      return { code, description, token: answer.token ?? null }
    },
    query,
    async void(accessToken, patience) {
      const answer = await call(
        'voidPayment',
        { accessToken },
        VoidPaymentResponse,
        waiting(patience),
      )
      const { responseCode } = answer.responseHeader
      if (responseCode === GATEWAY_CODES.approved && !answer.payment)
        return await query(accessToken, patience)
      const payments = answer.payment ? [answer.payment] : []
      return about(accessToken, 'voidPayment', responseCode, payments)
    },
    paymentsOfDay: (day, patience) =>
      config.settlementList ? settlementList(day, patience) : null,
    async echo(patience) {
      const answer = await call('echoTest', {}, EchoTestResponse, waiting(patience))
      const { responseCode } = answer.responseHeader
      if (responseCode !== GATEWAY_CODES.approved)
        throw new GatewayUnreachable(`echoTest: code ${responseCode}`)
    },
    readReturn: (raw) => prove(raw, ['responseHeader', 'gateway'], GatewayReturn),
    readWebhook: (raw) => prove(raw, ['requestHeader', 'webhook'], WebhookRequest),
    answerEcho(raw) {
      if (!prove(raw, ['requestHeader', 'gateway'], EchoTestRequest)) return null
      const responseHeader = {
        responseCode: GATEWAY_CODES.approved,
        responseDescription: 'APROBADO',
        rrn: newAuditNumber(random).slice(-12),
        digitalSign: '',
      }
      return signatures.sign({ responseHeader }, 'responseHeader')
    },
  }
}

/** An opaque number that is used once: twenty digits that nobody else draws. */
export const newAuditNumber = (random: (bytes: number) => Buffer) =>
  random(8).readBigUInt64BE().toString().padStart(20, '0')

const waiting = (patience: number | undefined) => (patience === undefined ? {} : { patience })
/** Whether money of it stands: all, or what a return has left. */
const isCharged = ({ authorized, voided, refunded, refundedAmount, amount }: GatewayPayment) =>
  authorized && !voided && (!refunded || (refundedAmount ?? amount) < amount)
const isGivenBack = ({ voided, refunded }: GatewayPayment) => voided || refunded
const isPending = ({ state }: GatewayPayment) => state === 'INPROCESS'

/** Why, in a word fit for a log: never a body. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'time-out' : message)
}
