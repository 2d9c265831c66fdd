import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import { canonicalForm, type GatewayReturn, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { leaseDueAttempts, pollSoon } from '#db/payments/attemptPolling.ts'
import { debtOf as debtRow } from '#db/payments/debts.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { personById } from '#db/accounts/people.ts'
import { loadKeys } from '#sandbox/keys.ts'
import type { Person } from '#testing/testServer.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { getOrOpenAttempt } from '#server/payments/openAttempt.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** A gateway that lags, a page used twice, a debt corrected under an open page, a clock that jumped. */
let server: TestPaymentServer
let ana: Person
let reference: string
beforeEach(async () => {
  server = await startTestPaymentServer()
  ana = await server.as('ana')
  reference = await debtOf(ana, 284_300)
})
afterEach(() => server.close())

const attempt = async (token: string) =>
  (
    await server.context.db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt.accessToken, token))
  )[0]
const owed = async () =>
  (await server.context.db.select().from(debt).where(eq(debt.reference, reference)))[0]
const correct = (values: Partial<typeof debt.$inferInsert>) =>
  server.context.db.update(debt).set(values).where(eq(debt.reference, reference))
const atGateway = async (token: string) => (await server.truth()).find((one) => one.token === token)
const bring = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
async function looks(): Promise<void> {
  const reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  await reconciler.stop()
}

test.each([0, 660_000])(
  'an answer that lags %i ms behind a payment never gives it back',
  async (wait) => {
    const { accessToken } = await openPayment(ana, reference)
    expect((await bring(await server.pay(accessToken))).payment.state).toBe('PAID')
    server.wait(wait)
    server.line.twist = (said) => ({ ...said, state: 'INPROCESS', authorized: false, card: null })
    await pollSoon(server.context.db, (await attempt(accessToken))?.id ?? '', server.context.now())
    await looks()
    expect(await attempt(accessToken)).toMatchObject({ state: 'PAID', lookAt: null })
    expect(await atGateway(accessToken)).toMatchObject({ charged: true, voided: false })
  },
)

/** Pays with a second card on a page whose first one was refused; what the second brings back. */
async function secondCard(token: string): Promise<string | null> {
  const data = await server.pay(token)
  const refused = { authorized: false, authorizerCode: '51' }
  server.line.twist = (said) => ({ ...said, ...refused })
  const message = JSON.parse(data ?? '') as GatewayReturn
  const first = { ...message, payment: { ...message.payment, ...refused } }
  expect((await bring(signed(first))).payment.state).toBe('REJECTED')
  server.line.twist = null
  return data
}
/** How the person sees the payment of a token, by itself and in the list, and its debt. */
async function seen(token: string) {
  const period = toRange(lastDays(server.context.now()))
  const [one, all, { debts }] = [
    await ana.call(getPayments, { accessToken: token, ...period }),
    await ana.call(getPayments, period),
    await ana.call(getDebts, { type: '2' }),
  ]
  return [
    one.payments[0]?.state,
    all.payments.find((payment) => payment.reference === reference)?.state,
    debts.find((debt) => debt.reference === reference)?.state,
  ]
}

test('a second card on a page whose first one was refused: what it took goes back', async () => {
  const { accessToken } = await openPayment(ana, reference)
  const data = await secondCard(accessToken)
  expect((await bring(data)).payment.state).toBe('REJECTED')
  expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
  expect((await owed())?.state).toBe('PENDING')
})

test.each(['query', 'void'] as const)(
  'a second card, and no answer to our %s: nobody says that nothing was charged, nor opens a page',
  async (name) => {
    const { accessToken } = await openPayment(ana, reference)
    const data = await secondCard(accessToken)
    server.line.broken[name] = 'cut'
    for (const _again of [1, 2]) expect((await bring(data)).payment.state).toBe('PROCESSING')
    expect(await seen(accessToken)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING'])
    const refused = (await openPayment(ana, reference)).responseHeader
    expect(refused.responseDescription).toMatch(/Estamos confirmando/)
    server.line.broken = {}
    server.wait(30_000)
    await looks()
    expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
    expect(await seen(accessToken)).toEqual(['REJECTED', 'REJECTED', 'PENDING'])
    const again = await openPayment(ana, reference)
    expect((await bring(await server.pay(again.accessToken))).payment.state).toBe('PAID')
  },
)

test.each(['before', 'while'])(
  'paid on a page that was given up %s we asked, and no answer: it is being confirmed',
  async (when) => {
    const { accessToken } = await openPayment(ana, reference)
    const data = await server.pay(accessToken)
    const giveUp = async () => {
      await server.context.db
        .update(paymentAttempt)
        .set({ state: 'EXPIRED', lookAt: null })
        .where(eq(paymentAttempt.accessToken, accessToken))
    }
    server.line.broken.query = 'cut'
    if (when === 'before') await giveUp()
    else server.line.before.query = giveUp
    expect((await bring(data)).payment?.state).toBe('PROCESSING')
    expect(await seen(accessToken)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING'])
    const refused = (await openPayment(ana, reference)).responseHeader
    expect(refused.responseDescription).toMatch(/Estamos confirmando/)
    server.line.broken = {}
    expect((await bring(data)).payment.state).toBe('PAID')
    expect((await owed())?.state).toBe('PAID')
  },
)

test('closed, and neither asked about nor given back for a day: the void is what decides', async () => {
  const { accessToken } = await openPayment(ana, reference)
  const data = await secondCard(accessToken)
  server.line.broken.query = 'cut'
  expect((await bring(data)).payment.state).toBe('PROCESSING')
  server.wait(25 * 3_600_000)
  await looks()
  expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
  expect(await attempt(accessToken)).toMatchObject({ state: 'REJECTED', lookAt: null })
})

test('a decline that is told again and cannot be asked about stays a decline', async () => {
  const { accessToken } = await openPayment(ana, reference)
  const data = await server.pay(accessToken, '51')
  expect((await bring(data)).payment.state).toBe('REJECTED')
  server.line.broken.query = 'cut'
  const stale = JSON.parse(data ?? '') as GatewayReturn
  stale.payment.dateTime = '2026-01-01 00:00:00'
  expect((await bring(signed(stale))).responseHeader.responseCode).toBe('05')
  expect(await webhook(stale.payment)).toBe(200)
  expect(await seen(accessToken)).toEqual(['REJECTED', 'REJECTED', 'PENDING'])
})

test.each(['CANCELED', 'PROCESSED'] as const)(
  'a page that we closed when its debt was corrected, told %s without a charge: it stays closed, the next one is open',
  async (state) => {
    const first = (await openPayment(ana, reference)).accessToken
    await correct({ amount: 300_000 })
    const second = (await openPayment(ana, reference)).accessToken
    const said = await server.context.gateway.query(first)
    if (!said) throw new Error('the gateway knows the token')
    expect(said).toMatchObject({ state: 'CANCELED', authorized: false })
    server.line.broken.query = 'cut'
    expect(await webhook({ ...said, state })).toBe(200)
    expect(await attempt(first)).toMatchObject({ state: 'EXPIRED', lookAt: null })
    expect(await seen(second)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect((await openPayment(ana, reference)).accessToken).toBe(second)
  },
)

async function webhook(payment: GatewayReturn['payment']): Promise<number> {
  const { kid } = (await loadKeys(server.keysDir)).webhook
  const requestHeader = {
    dateTime: '2026-09-07 12:00:00',
    netId: 'SURTIDOR',
    netDescription: 'Pasarela',
    auditNumber: '1',
    version: '3.02',
    kid,
    digitalSign: '',
  }
  const message = { requestHeader, event: 'PAYMENT', payment }
  requestHeader.digitalSign = signatureOf(message, 'webhook')
  const body = JSON.stringify(message)
  const headers = { 'content-type': 'application/json' }
  return (await fetch(server.url + MERCHANT_ENDPOINTS.webhook, { method: 'POST', body, headers }))
    .status
}

test('a decline that is told while somebody else is looking is a decline at once', async () => {
  const { accessToken } = await openPayment(ana, reference)
  const data = await server.pay(accessToken, '51')
  const { db, now } = server.context
  server.line.before.query = async () => {
    server.wait(5_000)
    const until = new Date(now().getTime() + 30_000)
    expect(await leaseDueAttempts(db, { now: now(), until, count: 12 })).toHaveLength(1)
  }
  expect((await bring(data)).payment.state).toBe('REJECTED')
  expect((await attempt(accessToken))?.lookAt).toBeNull()
})
function signatureOf(message: object, name: 'gateway' | 'webhook'): string {
  const key = readFileSync(join(server.keysDir, `${name}.pem`))
  return sign('sha256', Buffer.from(canonicalForm(message)), key).toString('base64')
}
function signed(message: GatewayReturn): string {
  const digitalSign = signatureOf(message, 'gateway')
  return JSON.stringify({ ...message, responseHeader: { ...message.responseHeader, digitalSign } })
}

test.each([
  ['less', { amount: 200_000, taxedAmount: 0, taxAmount: 0 }],
  ['more', { amount: 300_000 }],
  ['dollars', { currency: '840' as const }],
  ['another law', { indi: 1 as const }],
  ['another tax', { taxedAmount: 100_000, taxAmount: 22_000 }],
])('a debt corrected to %s under an open page is not paid by it', async (_to, values) => {
  const { accessToken } = await openPayment(ana, reference)
  await correct(values)
  expect((await bring(await server.pay(accessToken))).payment.state).toBe('VOIDED')
  expect(await atGateway(accessToken)).toMatchObject({ charged: false })
  expect((await owed())?.state).toBe('PENDING')
  const again = (await openPayment(ana, reference)).accessToken
  const { payment } = await bring(await server.pay(again))
  const { amount, currency } = (await owed()) ?? {}
  expect(payment).toMatchObject({ state: 'PAID', amount, currency })
})

test('a page of before a correction is closed, and the next one charges what is owed', async () => {
  const before = (await openPayment(ana, reference)).accessToken
  await correct({ amount: 300_000 })
  const after = (await openPayment(ana, reference)).accessToken
  expect(await atGateway(before)).toMatchObject({ state: 'CANCELED' })
  expect(await atGateway(after)).toMatchObject({ state: 'OPEN', amount: 300_000 })
})

test('a debt that is corrected between being read and being locked opens nothing', async () => {
  const { db } = server.context
  const personId = (await owed())?.personId ?? ''
  const [read, payer] = await Promise.all([
    debtRow(db, personId, reference),
    personById(db, personId),
  ])
  if (!read || !payer) throw new Error('ana owes nothing')
  await correct({ amount: 300_000 })
  const terms = { installments: 1, tipAmount: 0 }
  await expect(getOrOpenAttempt(server.context, payer, read, terms)).rejects.toThrow(
    /acaba de cambiar/,
  )
  expect(await server.truth()).toEqual([])
})

test('a look that a clock planned for tomorrow is taken today; one of the next hour is not', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await server.pay(accessToken, 'pageClosed')
  const id = (await attempt(accessToken))?.id ?? ''
  const plan = (ahead: number) =>
    pollSoon(server.context.db, id, new Date(server.context.now().getTime() + ahead))
  await plan(3_600_000)
  await looks()
  expect((await attempt(accessToken))?.state).toBe('CREATED')
  await plan(86_400_000)
  await looks()
  expect((await attempt(accessToken))?.state).toBe('PAID')
})
