import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayReturn } from '#contract/geopay.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { gatewayMessage } from '#db/tables/payments.ts'
import { invoiceAddress } from '#server/gateway/paymentRequest.ts'
import { signedText } from '#testing/fixtures/gatewayMessages.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import {
  debtOf,
  startPayment,
  startTestPaymentServer,
  type TestPaymentServer,
} from '#testing/harness/testPaymentServer.ts'

/** The defects of `docs/geopay.md` that were found in public integrations, one test each. */
let token: string
const server = startForEachTest(() => startTestPaymentServer({ webhooks: true }))
const ana = startForEachTest(() => server.as('ana'))
beforeEach(async () => {
  token = (await startPayment(ana, await debtOf(ana, 284_300))).accessToken
})

const sendReturn = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
const stateOf = async () => (await server.attemptOf(token)).state
const returned = async (card: Parameters<TestPaymentServer['pay']>[1] = 'webhookLost') =>
  JSON.parse((await server.pay(token, card)) ?? '') as GatewayReturn
const signedByGateway = (message: GatewayReturn) =>
  signedText(server.keysDir, message, 'responseHeader')

describe('known defects of GEOPay integrations', () => {
  test('1 (signatures not verified): rejects every signature but the right one', async () => {
    const message = await returned()
    const { digitalSign } = message.responseHeader
    const almost = digitalSign.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    for (const wrong of [almost, '', 'AAAA', Buffer.alloc(256).toString('base64')]) {
      const responseHeader = { ...message.responseHeader, digitalSign: wrong }
      const answer = await sendReturn(JSON.stringify({ ...message, responseHeader }))
      expect(answer.responseHeader.responseCode).toBe('05')
    }
    expect(await stateOf()).toBe('CREATED')
  })

  test('2 (amount taken from the return): compares it with the attempt and queries the gateway', async () => {
    const message = await returned()
    message.payment.amount = 100
    const altered = await sendReturn(signedByGateway(message))
    expect(altered.responseHeader.responseCode).toBe('05')
    expect(await stateOf()).toBe('CREATED')
    // Also when the return and the query agree on another amount, it is not the attempt's.
    server.stub.alterAnswer = (original) =>
      original.voided ? original : { ...original, amount: 100 }
    const { payments } = await ana.call(getPayments, {
      accessToken: token,
      dateFrom: '20260901000000',
      dateTo: '20260930235959',
    })
    expect(payments).toMatchObject([{ state: 'VOIDED', amount: 284_300 }])
  })

  test('3 (signature over parsed fields): accepts signed fields that are unknown', async () => {
    const message = await returned()
    message.future = { feature: ['x', null, 3], nested: { z: true, a: 'ñ' } }
    message.payment.loyaltyHint = 'abc'
    expect((await sendReturn(signedByGateway(message))).payment.state).toBe('PAID')
  })

  test('4 (decline stays pending): rejects PROCESSED without authorization', async () => {
    const message = await returned('51')
    expect(message.payment).toMatchObject({ state: 'PROCESSED', authorized: false })
    expect((await sendReturn(JSON.stringify(message))).payment.state).toBe('REJECTED')
  })

  test('5 (void ignored after the payment): applies PAYMENT_VOID to a paid attempt', async () => {
    expect((await sendReturn(await server.pay(token))).payment.state).toBe('PAID')
    await server.context.gateway.void(token)
    await expect.poll(stateOf).toBe('VOIDED')
  })

  test('5 (void before the payment): applies PAYMENT_VOID that arrives first', async () => {
    await server.pay(token, 'voidedReordered')
    await expect.poll(stateOf).toBe('VOIDED')
    await expect
      .poll(async () =>
        (await server.gatewayPayments())[0]?.webhooks.map(({ view, outcome }) => [view, outcome]),
      )
      .toEqual([
        ['voided', 'delivered'],
        ['final', 'delivered'],
      ])
    expect(await stateOf()).toBe('VOIDED')
  })

  test('6 (record chosen by an unverified message, no replay store): verifies first, records each message once', async () => {
    const message = await returned()
    const other = await startPayment(ana, await debtOf(ana, 123_450))
    const switched = JSON.stringify({ ...message, token: other.accessToken })
    expect((await sendReturn(switched)).responseHeader.responseCode).toBe('05')
    expect(await server.context.db.select().from(gatewayMessage)).toEqual([])
    const text = JSON.stringify(message)
    expect((await sendReturn(text)).payment.state).toBe('PAID')
    expect(await server.context.db.select().from(gatewayMessage)).toHaveLength(1)
    server.stub.queried.length = 0
    expect((await sendReturn(text)).payment.state).toBe('PAID')
    expect(server.stub.queried).toEqual([])
  })

  test.each([
    ['Ruta 5 S/N, Durazno, Uruguay', { street: 'Ruta 5', city: 'Durazno', doorNumber: '0' }],
    ['Camino del Arroyo s/n, Rocha, Uruguay', { street: 'Camino del Arroyo', doorNumber: '0' }],
    ['Av. Rivera 2345 bis, Montevideo, Uruguay', { street: 'Av. Rivera bis', doorNumber: '2345' }],
    ['18 de Julio 1234/5, Montevideo, Uruguay', { doorNumber: '0' }],
    ['', { street: '', city: '', doorNumber: '0' }],
  ])(
    '7 (door number with a slash fails the hosted page): sends digits for %s',
    (address, expected) => {
      const original = invoiceAddress(address)
      expect(original).toMatchObject({ country: 'UY', ...expected })
      expect(original.doorNumber).toMatch(/^\d+$/)
      expect(JSON.stringify(original)).not.toContain('/')
    },
  )
})
