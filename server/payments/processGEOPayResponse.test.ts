import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toHeaderTime } from '#contract/dates.ts'
import { canonicalForm, type GatewayReturn } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { debt, gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'
import { notification } from '#db/tables/messaging.ts'
import type { Person } from '#testing/testServer.ts'
import {
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

let server: TestPaymentServer
let ana: Person
let reference: string
let token: string
beforeAll(async () => {
  server = await startTestPaymentServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.line.broken = {}
  reference = await server.owe(284_300)
  token = (await openPayment(ana, reference)).accessToken
})

const bring = (who: Person, data: string | object | null) =>
  who.call(processGEOPayResponse, { geopayResponse: (data ?? '') as string })
const said = ({ responseHeader }: { responseHeader: { responseDescription: string } }) =>
  responseHeader.responseDescription
const rowsOf = async () => {
  const { db } = server.context
  const [owed] = await db.select().from(debt).where(eq(debt.reference, reference))
  const attempts = await db
    .select()
    .from(paymentAttempt)
    .where(eq(paymentAttempt.debtReference, reference))
  const posted = await db
    .select()
    .from(ledgerTransaction)
    .where(
      and(
        eq(ledgerTransaction.event, 'payment'),
        eq(ledgerTransaction.eventId, attempts[0]?.paymentToken ?? ''),
      ),
    )
  const told = await db
    .select()
    .from(notification)
    .where(eq(notification.event, `payment:${attempts[0]?.id}:${attempts[0]?.state}`))
  return { debt: owed, attempts, posted: posted.length, told }
}
const untouched = async () => {
  const { debt, attempts, posted } = await rowsOf()
  expect({ debt: debt?.state, attempt: attempts[0]?.state, posted }).toEqual({
    debt: 'PENDING',
    attempt: 'CREATED',
    posted: 0,
  })
}
/** Signs a message with a key of the gateway's folder, as its holder would. */
function signedWith(name: 'gateway' | 'webhook', message: GatewayReturn): string {
  const key = readFileSync(join(server.keysDir, `${name}.pem`))
  const digitalSign = sign('sha256', Buffer.from(canonicalForm(message)), key).toString('base64')
  return JSON.stringify({ ...message, responseHeader: { ...message.responseHeader, digitalSign } })
}

test('paid: the debt, the points and the notification, once', async () => {
  const { loyaltyCode } = (await rowsOf()).debt ?? {}
  const before = await balanceOf(server.context.db, loyaltyCode ?? '')
  const { payment, responseHeader } = await bring(ana, await server.pay(token, 'debit'))
  expect(responseHeader.responseCode).toBe('00')
  expect(payment).toMatchObject({
    reference,
    state: 'PAID',
    amount: 284_300,
    currency: '858',
    maskedCard: 'Débito de prueba ····0002',
    law: '19.210',
    refund: 4660,
    installments: 1,
    points: 120,
    reason: '',
  })
  expect(payment.authorizationCode).toMatch(/^\d{6}$/)
  const { debt, attempts, posted, told } = await rowsOf()
  expect({ debt: debt?.state, posted }).toEqual({ debt: 'PAID', posted: 1 })
  expect(attempts).toMatchObject([{ state: 'PAID', lookAt: null }])
  expect(told).toMatchObject([{ type: 5, amount: 284_300, title: 'Recibimos tu pago' }])
  expect(await balanceOf(server.context.db, loyaltyCode ?? '')).toBe(before + 120)
})

test('brought again, in the same and in another request: the stored result, and no effect', async () => {
  const data = await server.pay(token)
  const first = await bring(ana, data)
  // Whatever the gateway says now, a settled payment is not asked about again.
  server.line.broken.query = 'cut'
  const second = await bring(ana, data)
  const parsed = await bring(ana, JSON.parse(data ?? '') as object)
  expect([second.payment, parsed.payment]).toEqual([first.payment, first.payment])
  server.wait(24 * 3_600_000)
  expect((await bring(ana, data)).payment).toEqual(first.payment)
  expect((await rowsOf()).posted).toBe(1)
})

test.each([
  ['51', 'La tarjeta no tiene fondos suficientes.'],
  ['54', 'La tarjeta está vencida.'],
  ['05', 'El emisor de la tarjeta no autorizó el pago.'],
] as const)(
  'declined with %s: rejected, with the reason, and the debt stays',
  async (card, reason) => {
    const { payment } = await bring(ana, await server.pay(token, card))
    expect(payment).toMatchObject({ state: 'REJECTED', reason, authorizationCode: '', points: 0 })
    const { debt, posted, told } = await rowsOf()
    expect({ debt: debt?.state, posted, told: told.length }).toEqual({
      debt: 'PENDING',
      posted: 0,
      told: 1,
    })
  },
)

test('canceled on the page: rejected without a notification', async () => {
  const { payment } = await bring(ana, await server.cancel(token))
  expect(payment).toMatchObject({ state: 'REJECTED', reason: 'Cancelaste el pago.' })
  expect((await rowsOf()).told).toEqual([])
})

test('the gateway does not answer: processing, with 00, and a look is planned', async () => {
  const data = await server.pay(token)
  server.line.broken.query = 'cut'
  const { payment, responseHeader } = await bring(ana, data)
  expect({ code: responseHeader.responseCode, state: payment.state }).toEqual({
    code: '00',
    state: 'PROCESSING',
  })
  const [attempt] = (await rowsOf()).attempts
  expect(attempt?.lookAt?.getTime()).toBe(server.context.now().getTime() + 5_000)
  server.line.broken = {}
  expect((await bring(ana, data)).payment.state).toBe('PAID')
})

test('the issuer is silent: processing until it has spoken', async () => {
  const data = await server.pay(token, 'issuerDown')
  expect((await bring(ana, data)).payment.state).toBe('PROCESSING')
  server.issuersSpeak()
  expect((await bring(ana, data)).payment.state).toBe('PAID')
})

test('another person’s return teaches nothing and changes nothing', async () => {
  const data = await server.pay(token)
  const fede = await server.as('fede')
  const answer = await bring(fede, data)
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(said(answer)).toBe('No encontramos lo que pediste.')
  expect(answer.payment).toBeUndefined()
  await untouched()
})

test.each([
  ['an altered amount', (m: GatewayReturn) => (m.payment.amount = 1)],
  ['an unknown field', (m: GatewayReturn) => (m.payment.bonus = 'x')],
  ['an approval made into a decline', (m: GatewayReturn) => (m.payment.authorized = false)],
  ['another token', (m: GatewayReturn) => (m.token = `${m.token}x`)],
  ['no signature', (m: GatewayReturn) => (m.responseHeader.digitalSign = '')],
  ['another key’s name', (m: GatewayReturn) => (m.responseHeader.kid = 'abcdefghijklmnop')],
  ['no key’s name', (m: GatewayReturn) => delete m.responseHeader.kid],
])('a forgery is refused: %s', async (_what, forge) => {
  const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
  forge(message)
  const answer = await bring(ana, JSON.stringify(message))
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(said(answer)).toMatch(/No pudimos validar/)
  await untouched()
})

test('a return signed with the webhooks’ key is a forgery', async () => {
  const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
  expect(said(await bring(ana, signedWith('webhook', message)))).toMatch(/No pudimos validar/)
  expect((await bring(ana, signedWith('gateway', message))).payment.state).toBe('PAID')
})

test.each([
  ['reference', (m: GatewayReturn) => (m.reference = 'FAC-1')],
  ['payment’s reference', (m: GatewayReturn) => (m.payment.reference = 'FAC-1')],
  ['amount', (m: GatewayReturn) => (m.payment.amount = 1)],
  ['currency', (m: GatewayReturn) => (m.payment.currency = '840')],
  ['merchant', (m: GatewayReturn) => (m.payment.merchantId = '900002')],
  ['payment’s token', (m: GatewayReturn) => (m.payment.accessToken = 'another')],
])('well signed, but of another %s: refused, and looked into', async (_what, differ) => {
  const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
  differ(message)
  const answer = await bring(ana, signedWith('gateway', message))
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(said(answer)).toMatch(/no coincide/)
  await untouched()
})

test.each([
  ['eleven minutes old', -660_000, '05'],
  ['eleven minutes ahead', 660_000, '05'],
  ['nine minutes old', -540_000, '00'],
])('well signed and %s', async (_what, shift, code) => {
  const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
  const at = new Date(server.context.now().getTime() + shift)
  message.payment.dateTime = toHeaderTime(at)
  const answer = await bring(ana, signedWith('gateway', message))
  expect(answer.responseHeader.responseCode).toBe(code)
  if (code === '05') await untouched()
})

test.each(['', '{', 'null', '[]', '"x"', '{"__proto__":{"token":1}}', '{"token":{}}'])(
  'what is no return is refused: %s',
  async (text) => {
    const answer = await bring(ana, text)
    expect({ status: answer.status, code: answer.responseHeader.responseCode }).toEqual({
      status: 200,
      code: '05',
    })
    await untouched()
  },
)

test('each authentic return is remembered once', async () => {
  const data = await server.pay(token)
  await Promise.all([bring(ana, data), bring(ana, data), bring(ana, data)])
  const [attempt] = (await rowsOf()).attempts
  const kept = await server.context.db
    .select()
    .from(gatewayMessage)
    .where(eq(gatewayMessage.attemptId, attempt?.id ?? ''))
  expect(kept).toMatchObject([{ kind: 'return' }])
  expect((await rowsOf()).posted).toBe(1)
})
