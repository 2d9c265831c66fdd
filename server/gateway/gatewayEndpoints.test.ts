import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { canonicalForm, MERCHANT_ENDPOINTS, type WebhookRequest } from '#contract/geopay.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { debt, gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned } from '#sandbox/signature.ts'
import type { Person } from '#testing/testServer.ts'
import {
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** The doors that the gateway uses, each knocked at as the gateway and as everybody else would. */
let server: TestPaymentServer
let ana: Person
let reference: string
let token: string
let paymentToken: string
beforeAll(async () => {
  server = await startTestPaymentServer()
  ana = await server.as('ana')
  ;({ reference, token } = await open(284_300))
})
afterAll(() => server.close())
beforeEach(() => {
  server.line.broken = {}
})

async function open(amount: number) {
  const [owed] = await server.context.db
    .select()
    .from(debt)
    .where(and(eq(debt.amount, amount), eq(debt.state, 'PENDING')))
  const reference = owed?.reference ?? ''
  const { accessToken } = await openPayment(ana, reference)
  paymentToken = (await server.truth()).find((one) => one.token === accessToken)?.paymentToken ?? ''
  return { reference, token: accessToken }
}
const attempt = async (ofToken = token) =>
  (
    await server.context.db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt.accessToken, ofToken))
  )[0]
const knock = (door: string, body: string, type = 'application/json') =>
  fetch(server.url + door, {
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
  knock(
    MERCHANT_ENDPOINTS.return,
    new URLSearchParams({ data }).toString(),
    'application/x-www-form-urlencoded',
  )

/** A message as the gateway would write it: what it says is a claim, for the query decides. */
function claim(event: WebhookRequest['event'], of: object = {}): WebhookRequest {
  return {
    requestHeader: {
      dateTime: '2026-09-07 12:00:00',
      netId: 'SURTIDOR',
      netDescription: 'Pasarela',
      auditNumber: String(Math.random()),
      version: '3.02',
      digitalSign: '',
    },
    event,
    payment: {
      paymentToken,
      accessToken: token,
      reference,
      merchantId: '900001',
      dateTime: '2026-09-07 12:00:00',
      state: 'PROCESSED',
      authorized: true,
      voided: event === 'PAYMENT_VOID',
      refunded: false,
      authorizerCode: '00',
      authorizerDescription: 'Aprobada',
      paymentmode: 'CARD',
      currency: '858',
      amount: 284_300,
      tipAmount: 0,
      taxedAmount: 0,
      taxAmount: 0,
      ivaDiscountAmount: 0,
      law: '0',
      installments: '1',
      card: null,
      authorizer: null,
      ...of,
    },
  }
}
async function signed(message: { requestHeader: object }, name: 'gateway' | 'webhook') {
  const keys = await loadKeys(server.keysDir)
  const requestHeader = { ...message.requestHeader, kid: keys[name].kid, digitalSign: '' }
  const key = readFileSync(join(server.keysDir, `${name}.pem`))
  const text = Buffer.from(canonicalForm({ ...message, requestHeader }))
  const digitalSign = sign('sha256', text, key).toString('base64')
  return JSON.stringify({ ...message, requestHeader: { ...requestHeader, digitalSign } })
}
const webhook = async (message: WebhookRequest, name: 'gateway' | 'webhook' = 'webhook') =>
  (await knock(MERCHANT_ENDPOINTS.webhook, await signed(message, name))).status

test('a return leads to the app with its own words, and settles nothing', async () => {
  const data = JSON.stringify({ token, note: 'ñandú // ?&#' })
  const answer = await form(data)
  expect(answer.status).toBe(303)
  const location = answer.headers.get('location') ?? ''
  const [page, message] = location.split('geopayResponse=')
  expect(page).toBe('/#/payment?')
  expect(Buffer.from(message ?? '', 'base64url').toString()).toBe(data)
  expect((await attempt())?.state).toBe('CREATED')
})

test.each([
  ['nothing', ''],
  ['no JSON', 'https://evil.example/'],
  ['a list', '[]'],
  ['a prototype', '{"__proto__":{}}'],
  ['more than 16 KiB', JSON.stringify({ x: 'y'.repeat(17_000) })],
])('a return with %s leads to the payments', async (_what, data) => {
  const answer = await form(data)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/#/listPayment')
})

test('a return of another type leads to the payments too', async () => {
  const answer = await knock(MERCHANT_ENDPOINTS.return, '{}', 'application/json')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#/listPayment'])
})

test.each([
  ['the gateway’s other key', (text: string) => text, 'gateway'],
  ['an altered amount', (text: string) => text.replace('"amount":284300', '"amount":1'), 'webhook'],
  ['an unknown field', (text: string) => text.replace('{', '{"bonus":1,'), 'webhook'],
  [
    'no signature',
    (text: string) => text.replace(/"digitalSign":"[^"]*"/, '"digitalSign":""'),
    'webhook',
  ],
] as const)('a webhook with %s is refused, unheard', async (_what, forge, name) => {
  const text = forge(await signed(claim('PAYMENT'), name))
  expect((await knock(MERCHANT_ENDPOINTS.webhook, text)).status).toBe(401)
  expect(await server.context.db.select().from(gatewayMessage)).toEqual([])
  expect((await attempt())?.state).toBe('CREATED')
})

test.each([
  ['no JSON', 'hola', 400],
  ['a prototype', '{"__proto__":{}}', 400],
  ['a hole 33 deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
  ['more than 64 KiB', `{"x":"${'y'.repeat(66_000)}"}`, 413],
  ['nothing that is signed', '{}', 401],
  ['null', 'null', 401],
])('a webhook of %s gets its status', async (_what, body, status) => {
  expect((await knock(MERCHANT_ENDPOINTS.webhook, body)).status).toBe(status)
})

test('a webhook that claims what the gateway does not confirm changes nothing', async () => {
  expect(await webhook(claim('PAYMENT'))).toBe(200)
  expect(await webhook(claim('PAYMENT_VOID'))).toBe(200)
  expect((await attempt())?.state).toBe('CREATED')
})

test('a webhook about a token that is not ours is heard, and that is all', async () => {
  expect(await webhook(claim('PAYMENT', { accessToken: 'unheard-of' }))).toBe(200)
})

test('while our database is away a webhook is to come back', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
  const db = new Proxy({} as never, {
    get: () => () => {
      throw away
    },
  })
  const { port } = await server.second({ db, rrn: async () => '000000000000' })
  const body = await signed(claim('PAYMENT'), 'webhook')
  const answer = await fetch(`http://127.0.0.1:${port}${MERCHANT_ENDPOINTS.webhook}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(503)
})

test('while the gateway cannot be asked a webhook leaves the payment to the reconciler', async () => {
  const other = await open(123_450)
  await server.pay(other.token, 'pageClosed')
  server.line.broken.query = 'cut'
  expect(await webhook(claim('PAYMENT', { accessToken: other.token }))).toBe(200)
  expect(await attempt(other.token)).toMatchObject({ state: 'PROCESSING', looks: 0 })
})

test('paid by webhook alone; told again, at once and later, it is posted once', async () => {
  await server.pay(token, 'pageClosed')
  const message = claim('PAYMENT')
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => webhook(message)),
    ...Array.from({ length: 6 }, () => webhook(claim('PAYMENT'))),
  ])
  expect(new Set(answers)).toEqual(new Set([200]))
  expect((await attempt())?.state).toBe('PAID')
  const posted = await server.context.db
    .select()
    .from(ledgerTransaction)
    .where(eq(ledgerTransaction.eventId, (await attempt())?.paymentToken ?? ''))
  expect(posted).toHaveLength(1)
})

test('news of before do not undo what came after', async () => {
  expect(await webhook(claim('PAYMENT', { state: 'INPROCESS', authorized: false }))).toBe(200)
  expect(await webhook(claim('PAYMENT', { authorized: false, authorizerCode: '51' }))).toBe(200)
  expect((await attempt())?.state).toBe('PAID')
})

test('the gateway’s echo is answered in our own name, and nobody else’s is', async () => {
  const { requestHeader } = claim('PAYMENT')
  const answer = await knock(
    MERCHANT_ENDPOINTS.echoTest,
    await signed({ requestHeader }, 'gateway'),
  )
  expect(answer.status).toBe(200)
  const { kid, publicKey } = (await loadKeys(server.keysDir)).merchant
  const said: unknown = await answer.json()
  expect(isSigned(said, 'responseHeader', { kid, key: publicKey })).toBe(true)
  const stranger = await knock(
    MERCHANT_ENDPOINTS.echoTest,
    await signed({ requestHeader }, 'webhook'),
  )
  expect(stranger.status).toBe(401)
  await expect(server.context.gateway.echo()).resolves.toBeUndefined()
})

test('a void that outruns the gateway’s own answer is to come back until the answer agrees', async () => {
  const other = await open(215_264)
  await server.pay(other.token, 'pageClosed')
  const message = claim('PAYMENT_VOID', { accessToken: other.token })
  const body = await signed(message, 'webhook')
  const tell = async () => (await knock(MERCHANT_ENDPOINTS.webhook, body)).status
  expect([await tell(), await tell()]).toEqual([503, 503])
  expect(await attempt(other.token)).toMatchObject({ state: 'PAID', looks: 0 })
  await server.context.gateway.void(other.token)
  expect(await tell()).toBe(200)
  expect((await attempt(other.token))?.state).toBe('VOIDED')
  server.line.broken.query = 'cut'
  expect(await tell()).toBe(200)
  expect(await attempt(other.token)).toMatchObject({ state: 'VOIDED', lookAt: null })
})

test('a void of another charge under the token is heard: it is no news of the one that stands', async () => {
  await server.owe(284_300)
  const other = await open(284_300)
  await server.pay(other.token, 'pageClosed')
  const of = { accessToken: other.token, paymentToken: 'another' }
  expect(await webhook(claim('PAYMENT_VOID', of))).toBe(200)
  expect((await attempt(other.token))?.state).toBe('PAID')
})

test('news of a return of a part are heard: they undo nothing, and need not come back', async () => {
  const other = await open(456_000)
  await server.pay(other.token, 'pageClosed')
  const of = { accessToken: other.token, amount: 456_000, voided: false, refunded: true }
  expect(await webhook(claim('PAYMENT_VOID', { ...of, refundedAmount: 1000 }))).toBe(200)
  expect((await attempt(other.token))?.state).toBe('PAID')
})
