import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { MERCHANT_ENDPOINTS, type WebhookRequest } from '#contract/geopay.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { gatewayMessage } from '#db/tables/payments.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned } from '#sandbox/signature.ts'
import {
  gatewayPayment,
  gatewayRequestHeader,
  signedText,
} from '#testing/fixtures/gatewayMessages.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

let reference: string
let token: string
let paymentToken: string
const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))
beforeEach(async () => {
  server.stub.failures = {}
  reference = await server.addDebt(284_300)
  token = (await startPayment(ana, reference)).accessToken
  paymentToken = (await server.gatewayPayment(token))?.paymentToken ?? ''
})

const attempt = () => server.attemptOf(token)
const post = (path: string, body: string, type = 'application/json') =>
  fetch(server.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      'content-type': type,
      origin: 'http://gateway.example',
      'sec-fetch-mode': 'navigate',
    },
  })
const form = (data: string) =>
  post(
    MERCHANT_ENDPOINTS.return,
    new URLSearchParams({ data }).toString(),
    'application/x-www-form-urlencoded',
  )

/** A message in the gateway's form; the query decides whether its content is true. */
function messageOf(event: WebhookRequest['event'], of: object = {}): WebhookRequest {
  return {
    requestHeader: gatewayRequestHeader(),
    event,
    payment: gatewayPayment({
      paymentToken,
      accessToken: token,
      reference,
      voided: event === 'PAYMENT_VOID',
      amount: 284_300,
      ...of,
    }),
  }
}
async function signed(message: { requestHeader: object }, key: 'gateway' | 'webhook') {
  const { kid } = (await loadKeys(server.keysDir))[key]
  const requestHeader = { ...message.requestHeader, kid }
  return signedText(server.keysDir, { ...message, requestHeader }, 'requestHeader', { key })
}
const webhook = async (message: WebhookRequest, name: 'gateway' | 'webhook' = 'webhook') =>
  (await post(MERCHANT_ENDPOINTS.webhook, await signed(message, name))).status

describe('registerGatewayEndpoints', () => {
  test('return: redirects to the payment page with the data, and applies nothing', async () => {
    const data = JSON.stringify({ token, note: 'ñandú // ?&#' })
    const answer = await form(data)
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    const [page, message] = location.split('geopayResponse=')
    expect(page).toBe('/#/payment?')
    expect(Buffer.from(message ?? '', 'base64url').toString()).toBe(data)
    expect((await attempt()).state).toBe('CREATED')
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'https://evil.example/'],
    ['a list', '[]'],
    ['a prototype', '{"__proto__":{}}'],
    ['more than 16 KiB', JSON.stringify({ x: 'y'.repeat(17_000) })],
  ])('return: redirects to the list of payments when the data is %s', async (_what, data) => {
    const answer = await form(data)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/#/listPayment')
  })

  test('return: redirects to the list of payments for another content type', async () => {
    const answer = await post(MERCHANT_ENDPOINTS.return, '{}', 'application/json')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#/listPayment'])
  })

  test.each([
    ['the gateway’s other key', (text: string) => text, 'gateway'],
    [
      'an altered amount',
      (text: string) => text.replace('"amount":284300', '"amount":1'),
      'webhook',
    ],
    ['an unknown field', (text: string) => text.replace('{', '{"bonus":1,'), 'webhook'],
    [
      'no signature',
      (text: string) => text.replace(/"digitalSign":"[^"]*"/, '"digitalSign":""'),
      'webhook',
    ],
  ] as const)('webhook: rejects %s with 401', async (_what, alter, name) => {
    const text = alter(await signed(messageOf('PAYMENT'), name))
    expect((await post(MERCHANT_ENDPOINTS.webhook, text)).status).toBe(401)
    const { id, state } = await attempt()
    const recorded = await server.context.db
      .select()
      .from(gatewayMessage)
      .where(eq(gatewayMessage.attemptId, id))
    expect({ state, recorded }).toEqual({ state: 'CREATED', recorded: [] })
  })

  test.each([
    ['no JSON', 'hola', 400],
    ['a prototype', '{"__proto__":{}}', 400],
    ['arrays 33 deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
    ['more than 16 KiB', `{"x":"${'y'.repeat(16_384)}"}`, 413],
    ['nothing that is signed', '{}', 401],
    ['null', 'null', 401],
  ])('webhook: answers %s with its status', async (_what, body, status) => {
    expect((await post(MERCHANT_ENDPOINTS.webhook, body)).status).toBe(status)
  })

  test('webhook: changes nothing that the query does not confirm', async () => {
    expect(await webhook(messageOf('PAYMENT'))).toBe(200)
    expect(await webhook(messageOf('PAYMENT_VOID'))).toBe(200)
    expect((await attempt()).state).toBe('CREATED')
  })

  test('webhook: accepts a message about an unknown token', async () => {
    expect(await webhook(messageOf('PAYMENT', { accessToken: 'unknown' }))).toBe(200)
  })

  test('webhook: answers 503 while the database is unreachable', async () => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const db = drizzle({ client: { query: () => Promise.reject(refused) } as never }) as never
    const { url } = await server.second({ db, rrn: async () => '000000000000' })
    const body = await signed(messageOf('PAYMENT'), 'webhook')
    const answer = await fetch(url + MERCHANT_ENDPOINTS.webhook, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(503)
  })

  test('webhook: leaves the attempt to the poller while the gateway does not answer queries', async () => {
    await server.pay(token, 'pageClosed')
    server.stub.failures.query = 'cut'
    expect(await webhook(messageOf('PAYMENT'))).toBe(200)
    expect(await attempt()).toMatchObject({ state: 'PROCESSING', pollCount: 0 })
  })

  test('webhook: posts a payment once, however often it is sent', async () => {
    await server.pay(token, 'pageClosed')
    const message = messageOf('PAYMENT')
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => webhook(message)),
      ...Array.from({ length: 6 }, () => webhook(messageOf('PAYMENT'))),
    ])
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await attempt()).state).toBe('PAID')
    const posted = await server.context.db
      .select()
      .from(ledgerTransaction)
      .where(eq(ledgerTransaction.eventId, (await attempt()).paymentToken ?? ''))
    expect(posted).toHaveLength(1)
  })

  test('webhook: ignores messages that are older than the outcome', async () => {
    await server.pay(token, 'pageClosed')
    expect(await webhook(messageOf('PAYMENT'))).toBe(200)
    expect((await attempt()).state).toBe('PAID')
    expect(await webhook(messageOf('PAYMENT', { state: 'INPROCESS', authorized: false }))).toBe(200)
    expect(await webhook(messageOf('PAYMENT', { authorized: false, authorizerCode: '51' }))).toBe(
      200,
    )
    expect((await attempt()).state).toBe('PAID')
  })

  test('echoTest: answers the gateway’s echo with our signature, and no other', async () => {
    const { requestHeader } = messageOf('PAYMENT')
    const answer = await post(
      MERCHANT_ENDPOINTS.echoTest,
      await signed({ requestHeader }, 'gateway'),
    )
    expect(answer.status).toBe(200)
    const { kid, publicKey } = (await loadKeys(server.keysDir)).merchant
    const echoAnswer: unknown = await answer.json()
    expect(isSigned(echoAnswer, 'responseHeader', { kid, key: publicKey })).toBe(true)
    const forged = await post(
      MERCHANT_ENDPOINTS.echoTest,
      await signed({ requestHeader }, 'webhook'),
    )
    expect(forged.status).toBe(401)
    await expect(server.context.gateway.echo()).resolves.toBeUndefined()
  })

  test('webhook: answers 503 to a void that the query does not show yet, and 200 afterwards', async () => {
    await server.pay(token, 'pageClosed')
    const message = messageOf('PAYMENT_VOID')
    const body = await signed(message, 'webhook')
    const send = async () => (await post(MERCHANT_ENDPOINTS.webhook, body)).status
    expect([await send(), await send()]).toEqual([503, 503])
    expect(await attempt()).toMatchObject({ state: 'PAID', pollCount: 0 })
    await server.context.gateway.void(token)
    expect(await send()).toBe(200)
    expect((await attempt()).state).toBe('VOIDED')
    server.stub.failures.query = 'cut'
    expect(await send()).toBe(200)
    expect(await attempt()).toMatchObject({ state: 'VOIDED', nextPollAt: null })
  })

  test('webhook: accepts the void of another charge under the token', async () => {
    await server.pay(token, 'pageClosed')
    const of = { paymentToken: 'another' }
    expect(await webhook(messageOf('PAYMENT_VOID', of))).toBe(200)
    expect((await attempt()).state).toBe('PAID')
  })

  test('webhook: answers 503 to a partial refund that the query does not show yet', async () => {
    await server.pay(token, 'pageClosed')
    const of = { voided: false, refunded: true }
    expect(await webhook(messageOf('PAYMENT_VOID', { ...of, refundedAmount: 1000 }))).toBe(503)
    expect(await attempt()).toMatchObject({ state: 'PAID', refundedAmount: 0 })
    const part = { amount: 1000, taxedAmount: 0, taxAmount: 0 }
    await server.context.gateway.takeBack(token, part, '1')
    expect(await webhook(messageOf('PAYMENT_VOID', { ...of, refundedAmount: 1000 }))).toBe(200)
    expect(await attempt()).toMatchObject({ state: 'PAID', refundedAmount: 1000 })
  })
})
