import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canonicalForm, type GatewayReturn } from '#contract/geopay.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { gatewayMessage, paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import { invoiceAddress } from '#server/gateway/paymentRequest.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** What went wrong in real integrations of this wire, one test each. */
let server: TestPaymentServer
let ana: Person
let token: string
beforeEach(async () => {
  server = await startTestPaymentServer({ webhooks: true })
  ana = await server.as('ana')
  token = (await openPayment(ana, await debtOf(ana, 284_300))).accessToken
})
afterEach(() => server.close())

const bring = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
const stateOf = async () =>
  (
    await server.context.db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt.accessToken, token))
  )[0]?.state
const returned = async (card: Parameters<TestPaymentServer['pay']>[1] = 'webhookLost') =>
  JSON.parse((await server.pay(token, card)) ?? '') as GatewayReturn
function signedByGateway(message: GatewayReturn): string {
  const key = readFileSync(join(server.keysDir, 'gateway.pem'))
  const digitalSign = sign('sha256', Buffer.from(canonicalForm(message)), key).toString('base64')
  return JSON.stringify({ ...message, responseHeader: { ...message.responseHeader, digitalSign } })
}

test('1: a signature that verifies nothing: any signature but the right one is refused', async () => {
  const message = await returned()
  const { digitalSign } = message.responseHeader
  const almost = digitalSign.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  for (const wrong of [almost, '', 'AAAA', Buffer.alloc(256).toString('base64')]) {
    const responseHeader = { ...message.responseHeader, digitalSign: wrong }
    const answer = await bring(JSON.stringify({ ...message, responseHeader }))
    expect(answer.responseHeader.responseCode).toBe('05')
  }
  expect(await stateOf()).toBe('CREATED')
})

test('2: an amount taken from the callback: it is compared, and the gateway is asked', async () => {
  const message = await returned()
  message.payment.amount = 100
  const altered = await bring(signedByGateway(message))
  expect(altered.responseHeader.responseCode).toBe('05')
  expect(await stateOf()).toBe('CREATED')
  // Even when both the return and the query agree on another amount, it is not the attempt's.
  server.line.twist = (said) => (said.voided ? said : { ...said, amount: 100 })
  const { payments } = await ana.call(getPayments, {
    accessToken: token,
    dateFrom: '20260901000000',
    dateTo: '20260930235959',
  })
  expect(payments).toMatchObject([{ state: 'VOIDED', amount: 284_300 }])
})

test('3: a signature over what we understood: unknown fields that were signed do not break it', async () => {
  const message = await returned()
  message.future = { feature: ['x', null, 3], nested: { z: true, a: 'ñ' } }
  message.payment.loyaltyHint = 'abc'
  expect((await bring(signedByGateway(message))).payment.state).toBe('PAID')
})

test('4: a decline that stays pending: PROCESSED without authorization is rejected', async () => {
  const message = await returned('51')
  expect(message.payment).toMatchObject({ state: 'PROCESSED', authorized: false })
  expect((await bring(JSON.stringify(message))).payment.state).toBe('REJECTED')
})

test('5: a void that is never applied: PAYMENT_VOID counts after the payment was settled', async () => {
  expect((await bring(await server.pay(token))).payment.state).toBe('PAID')
  await server.context.gateway.void(token)
  await expect.poll(stateOf).toBe('VOIDED')
})

test('5, the other way round: PAYMENT_VOID before PAYMENT ends as voided too', async () => {
  await server.pay(token, 'voidedReordered')
  await expect.poll(stateOf).toBe('VOIDED')
  await expect
    .poll(async () =>
      (await server.truth())[0]?.notices.map(({ view, outcome }) => [view, outcome]),
    )
    .toEqual([
      ['voided', 'delivered'],
      ['final', 'delivered'],
    ])
  expect(await stateOf()).toBe('VOIDED')
})

test('6: a record chosen by an unproved message, and no replay store', async () => {
  const message = await returned()
  const other = await openPayment(ana, await debtOf(ana, 123_450))
  const switched = JSON.stringify({ ...message, token: other.accessToken })
  expect((await bring(switched)).responseHeader.responseCode).toBe('05')
  expect(await server.context.db.select().from(gatewayMessage)).toEqual([])
  const text = JSON.stringify(message)
  expect((await bring(text)).payment.state).toBe('PAID')
  expect(await server.context.db.select().from(gatewayMessage)).toHaveLength(1)
  server.line.asked.length = 0
  expect((await bring(text)).payment.state).toBe('PAID')
  expect(server.line.asked).toEqual([])
})

test.each([
  ['Ruta 5 S/N, Durazno, Uruguay', { street: 'Ruta 5', city: 'Durazno', doorNumber: '0' }],
  ['Camino del Arroyo s/n, Rocha, Uruguay', { street: 'Camino del Arroyo', doorNumber: '0' }],
  ['Av. Rivera 2345 bis, Montevideo, Uruguay', { street: 'Av. Rivera bis', doorNumber: '2345' }],
  ['18 de Julio 1234/5, Montevideo, Uruguay', { doorNumber: '0' }],
  ['', { street: '', city: '', doorNumber: '0' }],
])('7: a door number with a slash crashes the hosted page: %s', (address, expected) => {
  const said = invoiceAddress(address)
  expect(said).toMatchObject({ country: 'UY', ...expected })
  expect(said.doorNumber).toMatch(/^\d+$/)
  expect(JSON.stringify(said)).not.toContain('/')
})
