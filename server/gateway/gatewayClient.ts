import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod/mini'
import { safeParse } from 'zod/mini'
import { toHeaderTime } from '#contract/dates.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import {
  EchoTestRequest,
  EchoTestResponse,
  GATEWAY_CALLS,
  type GatewayPayment,
  GatewayReturn,
  isCharged,
  PaymentQueryResponse,
  PaymentResponse,
  VoidPaymentResponse,
  WebhookRequest,
} from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import type { Config } from '#server/config.ts'
import { createSignatures } from '#server/gateway/gatewaySignature.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { type Opening, paymentRequest } from '#server/gateway/paymentRequest.ts'
import { type ListPage, RawListPage, readListPage } from '#server/gateway/settlementListPage.ts'
import { parseBody } from '#server/http/jsonBody.ts'

export type PaymentQueryResult = GatewayPayment & {
  /** Further charges under the same token, each of them in excess. */
  extraCharges?: GatewayPayment[]
}

export type CardGateway = ReturnType<typeof createGatewayClient>

/** Of the protocol (`docs/geopay.md`). */
const VERSION = '3.02'
/** Bytes of the longest answer, a page of the settlement list, many times over. */
const ANSWER_LIMIT = 4 * 1024 * 1024

/**
 * A client of the GEOPay protocol. The signature of every answer is verified before it is read. A
 * timeout is in milliseconds and counts where it is less than the setting; a call without a valid
 * answer throws GatewayUnreachable.
 */
export function createGatewayClient(
  { gateway: config }: Pick<Config, 'gateway'>,
  {
    now,
    random,
    log,
    stopping,
  }: {
    now: () => Date
    random: (bytes: number) => Buffer
    log: FastifyBaseLogger
    /** Cuts the calls under way, whose outcome is then unknown. */
    stopping?: AbortSignal
  },
) {
  const signatures = createSignatures({ keysDir: config.keysDir, legacy: config.legacySign })

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
    timeoutMs = config.timeout,
    auditNumber = newAuditNumber(random),
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
        signal: AbortSignal.any([
          AbortSignal.timeout(Math.min(timeoutMs, config.timeout)),
          ...(stopping ? [stopping] : []),
        ]),
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const raw = parseBody(await readAnswer(response)).json
      if (!signatures.verify(raw, 'responseHeader', 'gateway')) throw new Error('forged answer')
      const read = safeParse(schema, raw)
      if (!read.success)
        throw new Error(`unreadable answer: ${read.error.issues[0]?.path.join('.')}`)
      return read.data
    } catch (error) {
      log.warn(
        { event: 'gateway.call_failed', call: name, why: reasonOf(error) },
        'A call to the gateway got no valid answer.',
      )
      throw new GatewayUnreachable(`${name}: ${reasonOf(error)}`, { cause: error })
    }
  }

  /** The payment of a token in a verified answer. */
  function paymentOf(
    accessToken: string,
    name: string,
    code: string,
    payments: GatewayPayment[],
  ): PaymentQueryResult | null {
    if (code === GATEWAY_CODES.expired && payments.length === 0) return null
    const own = payments.filter((payment) => payment.accessToken === accessToken)
    const charges = own.filter(isCharged)
    // A page may be tried with several cards: the charge counts, then a payment in process.
    const found = charges[0] ?? own.find(isInProcess) ?? own.find(isUndone) ?? own.at(-1)
    if (code === GATEWAY_CODES.approved && found) {
      const extraCharges = charges.filter(({ paymentToken }) => paymentToken !== found.paymentToken)
      reportAnomalies(name, found, extraCharges)
      return { ...found, extraCharges }
    }
    log.error(
      { event: 'gateway.unexpected_answer', call: name, code },
      'The gateway answered without the payment that was asked for.',
    )
    throw new GatewayUnreachable(`${name}: code ${code} says nothing about the token`)
  }

  /** Logs what no transition undoes, so that an operator decides. */
  function reportAnomalies(call: string, found: GatewayPayment, extra: GatewayPayment[]): void {
    const charges = [found, ...extra].map(({ paymentToken }) => paymentToken)
    if (extra.length > 0)
      log.error(
        { event: 'gateway.several_charges', call, charges },
        'The gateway holds several charges under one token.',
      )
  }

  /** The payment of a token; null when it was never charged and never will be. */
  async function query(
    accessToken: string,
    timeoutMs?: number,
  ): Promise<PaymentQueryResult | null> {
    const answer = await call('paymentQuery', { accessToken }, PaymentQueryResponse, timeoutMs)
    return paymentOf(
      accessToken,
      'paymentQuery',
      answer.responseHeader.responseCode,
      answer.payments,
    )
  }

  async function* settlementList(day: string, timeoutMs?: number): AsyncGenerator<ListPage> {
    for (let from: number | null = 0; from !== null; ) {
      const page: z.infer<typeof RawListPage> = await call(
        'settlementList',
        { day, from },
        RawListPage,
        timeoutMs,
      )
      const { responseCode: code } = page.responseHeader
      const advances = page.next === null || page.next > from
      if (code !== GATEWAY_CODES.approved || page.day !== day || page.from !== from || !advances)
        throw new GatewayUnreachable(`settlementList: code ${code} says nothing about the day`)
      const read = readListPage(page.payments, from)
      if (read.malformed.length > 0)
        log.error(
          { event: 'gateway.settlement_list_malformed', day, malformed: read.malformed },
          'The settlement list has malformed items.',
        )
      yield read
      from = page.next
    }
  }

  /** A message of the gateway; null when it is invalid or the signature is not the signer's. */
  function verified<Message>(
    raw: unknown,
    header: 'requestHeader' | 'responseHeader',
    signer: 'gateway' | 'webhook',
    schema: z.ZodMiniType<Message>,
  ): Message | null {
    if (!signatures.verify(raw, header, signer)) return null
    return safeParse(schema, raw).data ?? null
  }

  return {
    /** Opens a payment; a repeat of the audit number and body gets the same payment. */
    async open(opening: Opening, timeoutMs?: number) {
      const { auditNumber } = opening.attempt
      const request = paymentRequest(opening, config)
      const answer = await call('payment', request, PaymentResponse, timeoutMs, auditNumber)
      return { code: answer.responseHeader.responseCode, token: answer.token ?? null }
    },
    query,
    /** Voids the charge of a token or closes its open page. Idempotent. */
    async void(accessToken: string, timeoutMs?: number): Promise<PaymentQueryResult | null> {
      const answer = await call('voidPayment', { accessToken }, VoidPaymentResponse, timeoutMs)
      const { responseCode } = answer.responseHeader
      if (responseCode === GATEWAY_CODES.approved && !answer.payment)
        return await query(accessToken, timeoutMs)
      const payments = answer.payment ? [answer.payment] : []
      return paymentOf(accessToken, 'voidPayment', responseCode, payments)
    },
    /**
     * Voids the charge of a token, or refunds a part of it. A repeat with the audit number does so once.
     * @param part null: the charge is voided
     * @returns the gateway's code, and the payment as it is then, if the answer has it
     * @throws GatewayUnreachable also where the gateway says that it could not find out
     */
    async takeBack(
      accessToken: string,
      part: Pick<GatewayPayment, 'amount' | 'taxedAmount' | 'taxAmount'> | null,
      auditNumber: string,
      timeoutMs?: number,
    ): Promise<{ code: string; payment: GatewayPayment | null }> {
      const message = { accessToken, ...part }
      const answer = await call('voidPayment', message, VoidPaymentResponse, timeoutMs, auditNumber)
      const { responseCode: code } = answer.responseHeader
      if (code === GATEWAY_CODES.issuerDown || code === GATEWAY_CODES.malfunction)
        throw new GatewayUnreachable(`voidPayment: code ${code} says nothing about the charge`)
      const isOwn = answer.payment?.accessToken === accessToken
      return { code, payment: (isOwn && answer.payment) || null }
    },
    /**
     * The settlement list of a business day (`yyyyMMdd`), page by page: every approved charge that
     * was made, voided or refunded on the day, in its present state. Null: this gateway has no such
     * list.
     */
    paymentsOfDay: (day: string, timeoutMs?: number): AsyncIterable<ListPage> | null =>
      config.settlementList ? settlementList(day, timeoutMs) : null,
    /** Checks that both sides are reachable and have each other's keys. */
    async echo(timeoutMs?: number): Promise<void> {
      const answer = await call('echoTest', {}, EchoTestResponse, timeoutMs)
      const { responseCode } = answer.responseHeader
      if (responseCode !== GATEWAY_CODES.approved)
        throw new GatewayUnreachable(`echoTest: code ${responseCode}`)
    },
    readReturn: (raw: unknown) => verified(raw, 'responseHeader', 'gateway', GatewayReturn),
    readWebhook: (raw: unknown) => verified(raw, 'requestHeader', 'webhook', WebhookRequest),
    /** Our signed answer to the gateway's echo; null when its signature is not the gateway's. */
    answerEcho(raw: unknown): z.infer<typeof EchoTestResponse> | null {
      if (!verified(raw, 'requestHeader', 'gateway', EchoTestRequest)) return null
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

/** An audit number: twenty random digits, unique for all practical purposes. */
export const newAuditNumber = (random: (bytes: number) => Buffer) =>
  random(8).readBigUInt64BE().toString().padStart(20, '0')

const isUndone = ({ voided, refunded }: GatewayPayment) => voided || refunded
const isInProcess = ({ state }: GatewayPayment) => state === 'INPROCESS'

/**
 * The text of an answer, whose signature is not verified yet.
 * @throws Error when it is longer than any answer of the gateway; the rest is not read
 */
async function readAnswer({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > ANSWER_LIMIT) throw new Error('answer too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** The reason of a failed call for the log, without any part of a body. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'time-out' : message)
}
