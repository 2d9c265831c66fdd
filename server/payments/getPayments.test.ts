import { describe, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import { paymentDate } from '#contract/entities/payment.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { voidPayment } from '#contract/station/voidPayment.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))

const period = (days = 90) => toRange(lastDays(server.context.now(), days))
const listOf = async (person: Person, accessToken = '') =>
  (await person.call(getPayments, { accessToken, ...period() })).payments

describe('getPayments', () => {
  test('returns each payment of the caller once, the newest first', async () => {
    const payments = await listOf(ana)
    expect(new Set(payments.map(({ state }) => state))).toEqual(
      new Set(['PAID', 'REJECTED', 'VOIDED', 'REFUNDED']),
    )
    const times = payments.map(paymentDate)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(new Set(payments.map((one) => JSON.stringify(one))).size).toBe(payments.length)
  })

  test('returns the payments of the period only', async () => {
    const all = await listOf(ana)
    const [newest] = all
    const day = newest ? paymentDate(newest).slice(0, 8) : ''
    const one = await ana.call(getPayments, {
      dateFrom: `${day}000000`,
      dateTo: `${day}235959`,
    })
    expect(one.payments).toEqual(all.filter((one) => paymentDate(one).startsWith(day)))
    const wrong = await ana.call(getPayments, {
      dateFrom: '20260907000000',
      dateTo: '20260906235959',
    })
    expect(wrong.responseHeader.responseCode).toBe('05')
  })

  test.each([{}, { dateFrom: '', dateTo: null }, { accessToken: null, dateFrom: null }])(
    'returns the payments of the last 90 days without dates: %j',
    async (fields) => {
      expect((await ana.call(getPayments, fields)).payments).toEqual(await listOf(ana))
    },
  )

  test('returns the payment of an access token alone', async () => {
    const { accessToken } = await startPayment(ana, await debtOf(ana, 456_000))
    const { payments } = await ana.call(getPayments, { accessToken })
    expect(payments.map(({ state, amount }) => [state, amount])).toEqual([['PENDING', 456_000]])
  })

  test('returns none of another person, with or without an access token', async () => {
    const fede = await server.as('fede')
    expect(await listOf(fede)).toEqual([])
    const { accessToken } = await startPayment(ana, await debtOf(ana, 456_000))
    expect(await listOf(fede, accessToken)).toEqual([])
    expect(await listOf(fede, 'unknown-token')).toEqual([])
  })

  test('shows an open page as PENDING, and as REJECTED and expired once it ended without a charge', async () => {
    const reference = await debtOf(ana, 123_450)
    const { accessToken } = await startPayment(ana, reference)
    const ofDebt = async () => (await listOf(ana)).filter((one) => one.reference === reference)
    expect(await listOf(ana, accessToken)).toMatchObject([
      { reference, state: 'PENDING', maskedCard: '', cardType: '', law: '0', refund: 0, points: 0 },
    ])
    expect(await ofDebt()).toMatchObject([{ state: 'PENDING' }])
    // Only the gateway can tell whether the page was used: until then nothing is claimed.
    server.wait(601_000)
    expect(await ofDebt()).toMatchObject([{ state: 'PENDING' }])
    server.wait(60_000)
    const ended = {
      reference,
      state: 'REJECTED',
      expired: true,
      reason: 'El pago quedó sin terminar.',
      authorizationCode: '',
    }
    expect(await listOf(ana, accessToken)).toMatchObject([ended])
    expect(await ofDebt()).toMatchObject([ended])
  })

  test('keeps an expired attempt beside the one that paid the debt, and omits one without a page', async () => {
    const reference = await debtOf(ana, 123_450)
    await startPayment(ana, reference)
    server.wait(700_000)
    server.stub.failures.open = 'cut'
    await startPayment(ana, reference).catch(() => undefined)
    server.stub.failures = {}
    const { accessToken } = await startPayment(ana, reference)
    await ana.call(processGEOPayResponse, { geopayResponse: (await server.pay(accessToken)) ?? '' })
    const ofDebt = (await listOf(ana)).filter((one) => one.reference === reference)
    expect(ofDebt.map(({ state, expired }) => [state, expired])).toEqual([
      ['PAID', undefined],
      ['REJECTED', true],
    ])
  })

  test('queries the gateway about a pending payment that is asked for by its token', async () => {
    const reference = await debtOf(ana, 284_300)
    const { accessToken } = await startPayment(ana, reference)
    expect(await server.pay(accessToken, 'pageClosed')).toBeNull()
    server.stub.failures.query = 'cut'
    expect(await listOf(ana, accessToken)).toMatchObject([{ reference, state: 'PENDING' }])
    server.stub.failures = {}
    expect(await listOf(ana, accessToken)).toMatchObject([
      { reference, state: 'PAID', points: 120 },
    ])
    expect((await listOf(ana)).filter((one) => one.reference === reference)).toHaveLength(1)
  })

  test('dates a payment by its charge, over midnight in Montevideo and after its void', async () => {
    const waitUntil = (at: string) => server.wait(Date.parse(at) - server.context.now().getTime())
    waitUntil('2026-09-30T21:24:00-03:00')
    const till = await enrolTestTerminal(server)
    const driver = await server.as('ana')
    const steps = paymentSteps(server, till)
    const payBetween = async (opened: string, charged: string) => {
      waitUntil(opened)
      const { code, reference } = await steps.request()
      const token = await steps.open(driver, code)
      waitUntil(charged)
      return { reference, id: (await steps.pay(driver, token)).id }
    }
    const evening = await payBetween('2026-09-30T21:24:00-03:00', '2026-09-30T21:27:30-03:00')
    const night = await payBetween('2026-09-30T23:58:00-03:00', '2026-10-01T00:03:10-03:00')
    const ofMonth = async (dateFrom: string, dateTo: string) =>
      (await driver.call(getPayments, { dateFrom, dateTo })).payments
    const september = await ofMonth('20260901000000', '20260930235959')
    expect(september[0]).toMatchObject({ id: evening.id, datetime: '20260930212400' })
    expect(september[0]).toMatchObject({ chargedAt: '20260930212730' })
    const inOctober = () => ofMonth('20261001000000', '20261031235959')
    const charged = { id: night.id, datetime: '20260930235800', chargedAt: '20261001000310' }
    expect(await inOctober()).toMatchObject([{ ...charged, state: 'PAID' }])
    waitUntil('2026-10-01T00:10:00-03:00')
    accepted(await till.call(voidPayment, { reference: night.reference, reason: 'Otro auto' }))
    const voided = { ...charged, state: 'VOIDED', settledAt: '20261001001000' }
    expect(await inOctober()).toMatchObject([voided])
  })

  test('returns the tip apart, and inside the amount', async () => {
    const { accessToken } = await startPayment(ana, await debtOf(ana, 79_000), {
      tipAmount: 10_000,
    })
    const data = await server.pay(accessToken)
    const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    expect(payment).toMatchObject({ state: 'PAID', amount: 89_000, tipAmount: 10_000 })
    expect(await listOf(ana, accessToken)).toEqual([payment])
  })
})
