import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { toHeaderTime } from '#contract/dates.ts'
import {
  GATEWAY_CALLS,
  HOSTED_PAGE,
  type PaymentQueryResponse,
  type PaymentResponse,
  type VoidPaymentResponse,
  type WebhookRequest,
} from '#contract/geopay.ts'
import { type Clock, systemClock } from '#sandbox/clock.ts'
import { readConfig } from '#sandbox/config.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned, signed } from '#sandbox/signature.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'
import { sandboxPayments, submitPage } from '#testing/harness/sandboxControl.ts'

/** A clock that advances only by `advance`. */
export function manualClock(start = Date.UTC(2026, 8, 7, 15, 0, 0)) {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()
  const clock: Clock & { advance(ms: number): void } = {
    now: () => now,
    random: (bytes) => randomBytes(bytes),
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
  }
  return clock
}

/** Polls a condition. */
export const until = (condition: () => boolean) =>
  expect.poll(condition, { interval: 5 }).toBe(true)

/** A merchant's server that stores the received webhooks and answers with `status`. */
async function openMerchant() {
  const received: WebhookRequest[] = []
  const merchant = { received, status: 200, url: '', close: () => app.close() }
  const app = fastify({ forceCloseConnections: true })
  app.post('/geopay/webhook', (request, reply) => {
    received.push(request.body as WebhookRequest)
    return reply.code(merchant.status).send({})
  })
  merchant.url = await app.listen({ port: 0, host: '127.0.0.1' })
  return merchant
}

/** Starts a sandbox and a merchant's server over HTTP, with files and keys in a temporary folder. */
export async function startTestSandbox(env: NodeJS.ProcessEnv = {}, clock: Clock = systemClock) {
  const merchant = await openMerchant()
  const dir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const config = readConfig({
    SANDBOX_PORT: '0',
    SANDBOX_DIR: dir,
    MERCHANT_URL: merchant.url,
    SANDBOX_WEBHOOK_MS: '1',
    SANDBOX_SLOW_MS: '50',
    ...env,
  })
  const errors: string[] = []
  const report = (line: string) => void errors.push(line)
  const start = () => startSandbox(config, clock, ({ message }) => report(message), report)
  let gateway = await start()
  const keys = await loadKeys(join(dir, 'keys'))
  const { merchant: own } = keys
  const merchantKey = { kid: config.legacySign ? null : own.kid, key: own.privateKey }
  let audit = 0

  /** A request header of the merchant, with an audit number of its own. */
  const header = () => ({
    dateTime: toHeaderTime(new Date(clock.now())),
    netId: config.merchant.netId,
    netDescription: 'Estaciones Surtidor',
    auditNumber: String((audit += 1)).padStart(16, '0'),
    version: '3.02',
    digitalSign: '',
  })
  const form = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(gateway.url + HOSTED_PAGE + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const json = async (path: string, message: object): Promise<unknown> => {
    const answer = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    return answer.json()
  }
  const sign = <M extends { requestHeader: object }>(message: M) =>
    signed(message, 'requestHeader', merchantKey)
  const callWith = (accessToken: string, path: string, more = {}, number = {}) =>
    json(path, sign({ requestHeader: { ...header(), ...number }, accessToken, ...more }))

  return {
    dir,
    keys,
    merchant,
    errors,
    header,
    sign,
    /** Whether the gateway signed an answer or a return. */
    isGenuine: (answer: unknown) =>
      isSigned(answer, 'responseHeader', { kid: keys.gateway.kid, key: keys.gateway.publicKey }),
    form,
    json,
    get url() {
      return gateway.url
    },
    /** The unsigned request of a payment. */
    order: (amount: number, change: object = {}) => ({
      requestHeader: header(),
      merchantId: config.merchant.merchantId,
      currency: '858',
      amount,
      tipAmount: 0,
      taxedAmount: Math.floor(amount / 2),
      taxAmount: 0,
      installments: '6',
      indi: 0,
      reference: `DEU-${audit}`,
      invoice: {
        number: '1234',
        totalAmount: amount,
        currency: '858',
        date: '2026-09-07',
        description: 'Nafta Súper 95, 20,000 l',
        finalConsumer: true,
      },
      client: {
        clientIdType: 'EMAIL',
        clientId: 'ana@demo.surtidor.uy',
        email: 'ana@demo.surtidor.uy',
        firstName: 'Ana',
        lastName: 'Núñez',
        mobile: '099123456',
      },
      config: { callbackUrl: 'surtidor-app', useRedirect: true },
      ...change,
    }),
    send: async (message: { requestHeader: object; [field: string]: unknown }) =>
      (await json(GATEWAY_CALLS.payment, sign(message))) as PaymentResponse,
    async open(amount = 122_000, change: object = {}): Promise<string> {
      const { token, responseHeader } = await this.send(this.order(amount, change))
      if (!token) throw new Error(responseHeader.responseDescription)
      return token
    },
    query: async (token: string) =>
      (await callWith(token, GATEWAY_CALLS.paymentQuery)) as PaymentQueryResponse,
    void: async (token: string) =>
      (await callWith(token, GATEWAY_CALLS.voidPayment)) as z.infer<typeof VoidPaymentResponse>,
    refund: async (token: string, amount: number, auditNumber: string) =>
      (await callWith(token, GATEWAY_CALLS.voidPayment, { amount }, { auditNumber })) as z.infer<
        typeof VoidPaymentResponse
      >,
    /** Submits the card by the control API. */
    pay: (token: string, card: string, more: { installments?: string } = {}) =>
      submitPage(gateway.url, { token, card, ...more }),
    payments: () => sandboxPayments(gateway.url),
    /** Whether the event log on disk has the decision about a token. */
    decided: (token: string) => {
      const lines = readFileSync(join(dir, 'payments.jsonl'), 'utf8').split('\n')
      return lines.some((line) => line.includes(token) && line.includes('"decision":{'))
    },
    /** Stops the gateway, and starts it again on the same files. */
    async restart() {
      await gateway.close()
      gateway = await start()
    },
    async close() {
      await gateway.close()
      await merchant.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
