import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import {
  type PendingPaymentPoller,
  startPendingPaymentPoller,
} from '#server/payments/outcome/pendingPaymentPoller.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

let reference: string
let poller: PendingPaymentPoller | undefined
const server = startForEachTest(() => startTestPaymentServer({ webhooks: true, pool: 8 }))
const ana = startForEachTest(() => server.as('ana'))
beforeEach(async () => {
  reference = await debtOf(ana, 284_300)
})
afterEach(async () => {
  await poller?.stop()
  poller = undefined
})

const attempt = (token: string) => server.attemptOf(token)
const currentDebt = () => server.debtRow(reference)
const postings = async (event: string, eventId: string | null | undefined) =>
  await server.context.db
    .select({ points: ledgerEntry.points, seq: ledgerEntry.seq })
    .from(ledgerTransaction)
    .innerJoin(ledgerEntry, eq(ledgerEntry.transactionId, ledgerTransaction.id))
    .where(and(eq(ledgerTransaction.event, event), eq(ledgerTransaction.eventId, eventId ?? '')))
const atGateway = (token: string) => server.gatewayPayment(token)
const pollNow = async (token: string) =>
  await schedulePoll(server.context.db, await attempt(token), server.context.now())
const sendReturn = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
const becomes = (token: string, state: string) =>
  expect.poll(async () => (await attempt(token)).state).toBe(state)
/** Expires an attempt whose token can still be charged. */
const expire = (token: string) =>
  server.context.db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', nextPollAt: null })
    .where(eq(paymentAttempt.accessToken, token))

describe('late, repeated and concurrent messages', () => {
  test('return, webhook, poller and getPayments at the same moment post a payment once', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const other = await server.second()
    poller = startPendingPaymentPoller(other.context)
    const data = await server.pay(accessToken, 'webhookTwice')
    await pollNow(accessToken)
    const period = toRange(lastDays(server.context.now()))
    await Promise.all([
      ...Array.from({ length: 6 }, () => sendReturn(data)),
      ...Array.from({ length: 6 }, () => ana.call(getPayments, { accessToken, ...period })),
      poller.now(),
    ])
    const row = await attempt(accessToken)
    expect({ state: row.state, debt: (await currentDebt()).state }).toEqual({
      state: 'PAID',
      debt: 'PAID',
    })
    const posted = await postings('payment', row.paymentToken)
    expect(posted.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([-120, 120])
    expect(
      (await ana.call(getPayments, period)).payments.filter((p) => p.reference === reference),
    ).toHaveLength(1)
  })

  test('a late approval of an expired attempt is posted', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await expire(accessToken)
    await server.pay(accessToken, 'pageClosed')
    await becomes(accessToken, 'PAID')
    expect((await currentDebt()).state).toBe('PAID')
    expect(await postings('payment', (await attempt(accessToken)).paymentToken)).toHaveLength(2)
  })

  test('P9: a late approval of a debt that another attempt paid is voided', async () => {
    const { accessToken: old } = await startPayment(ana, reference)
    await expire(old)
    const { accessToken } = await startPayment(ana, reference)
    expect((await sendReturn(await server.pay(accessToken))).payment.state).toBe('PAID')
    await server.pay(old, 'pageClosed')
    await becomes(old, 'VOIDED')
    expect(await atGateway(old)).toMatchObject({ voided: true, charged: false })
    expect(await atGateway(accessToken)).toMatchObject({ voided: false, charged: true })
    expect((await attempt(accessToken)).state).toBe('PAID')
    expect(await postings('payment', (await attempt(old)).paymentToken)).toEqual([])
    expect(await postings('reversal', `void:${(await attempt(old)).paymentToken}`)).toEqual([])
  })

  test('a void is repeated after the gateway was unreachable', async () => {
    const { accessToken: old } = await startPayment(ana, reference)
    await expire(old)
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken))
    server.stub.failures.void = 'cut'
    await server.pay(old, 'pageClosed')
    await expect.poll(async () => (await attempt(old)).nextPollAt).not.toBeNull()
    expect(await atGateway(old)).toMatchObject({ charged: true })
    server.stub.failures = {}
    server.wait(30_000)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    expect(await atGateway(old)).toMatchObject({ voided: true })
    expect(await attempt(old)).toMatchObject({ state: 'VOIDED', nextPollAt: null })
  })

  test('the payment of one page closes another open page of the debt', async () => {
    const { accessToken: old } = await startPayment(ana, reference)
    await expire(old)
    const { accessToken: open } = await startPayment(ana, reference)
    await server.pay(old, 'pageClosed')
    await becomes(old, 'PAID')
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    expect(await attempt(open)).toMatchObject({ state: 'EXPIRED' })
    expect(await atGateway(open)).toMatchObject({ state: 'CANCELED', charged: false })
  })

  test('a void after the payment reopens the debt and reverses its points', async () => {
    const loyaltyCode = (await currentDebt()).loyaltyCode ?? ''
    const before = await balanceOf(server.context.db, loyaltyCode)
    const { accessToken } = await startPayment(ana, reference)
    expect((await sendReturn(await server.pay(accessToken))).payment.state).toBe('PAID')
    expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before + 120)
    await server.context.gateway.void(accessToken)
    await becomes(accessToken, 'VOIDED')
    expect((await currentDebt()).state).toBe('PENDING')
    expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before)
    const again = await startPayment(ana, reference)
    expect((await sendReturn(await server.pay(again.accessToken))).payment.state).toBe('PAID')
    expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before + 120)
  })

  test('a reversal takes what the balance holds, and the rest is a shortfall', async () => {
    const { db, now } = server.context
    const loyaltyCode = (await currentDebt()).loyaltyCode ?? ''
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken))
    const spend = (await balanceOf(db, loyaltyCode)) - 50
    await db.transaction((tx) =>
      spendPoints(tx as never, { loyaltyCode, points: spend, at: now() }),
    )
    await server.context.gateway.void(accessToken)
    await becomes(accessToken, 'VOIDED')
    expect(await balanceOf(db, loyaltyCode)).toBe(0)
    const reversed = await postings('reversal', `void:${(await attempt(accessToken)).paymentToken}`)
    expect(reversed.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([-50, 50])
    const { paymentToken } = await attempt(accessToken)
    const missing = await postings('shortfall', `void:${paymentToken}`)
    expect(missing.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([-70, 70])
    const own = (await ana.call(loyalties, {})).loyalties.find(
      (one) => one.loyaltyCode === loyaltyCode,
    )
    expect(own).toMatchObject({ points: 0, shortfall: 70 })
  })

  test('a refund at the gateway makes the attempt REFUNDED and reopens the debt', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken, 'webhookLost'))
    server.stub.alterAnswer = (original) => ({ ...original, refunded: true })
    await pollNow(accessToken)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    expect((await attempt(accessToken)).state).toBe('REFUNDED')
    expect((await currentDebt()).state).toBe('PENDING')
  })

  test('P9: a late decline does not undo a payment', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken, 'webhookLost'))
    server.stub.alterAnswer = (original) => ({
      ...original,
      authorized: false,
      authorizerCode: '51',
    })
    await pollNow(accessToken)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    expect((await attempt(accessToken)).state).toBe('PAID')
    expect((await currentDebt()).state).toBe('PAID')
  })

  test('one charge id for two attempts settles one of them', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken, 'webhookLost'))
    const paid = await attempt(accessToken)
    const second = await startPayment(ana, await debtOf(ana, 123_450))
    server.stub.alterAnswer = (original) => ({ ...original, paymentToken: paid.paymentToken ?? '' })
    const data = await server.pay(second.accessToken, 'webhookLost')
    expect((await sendReturn(data)).payment.state).toBe('PROCESSING')
    expect(await postings('payment', paid.paymentToken)).toHaveLength(2)
    server.wait(25 * 3_600_000)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    const ended = await attempt(second.accessToken)
    expect(ended).toMatchObject({ state: 'VOIDED', paymentToken: null, nextPollAt: null })
    expect(await attempt(accessToken)).toEqual(paid)
  })

  test('two cancelled pages without a charge id both end', async () => {
    server.stub.alterAnswer = (original) => ({ ...original, paymentToken: '' })
    for (const amount of [284_300, 123_450]) {
      const { accessToken } = await startPayment(ana, await debtOf(ana, amount))
      expect((await sendReturn(await server.cancel(accessToken))).payment.state).toBe('REJECTED')
    }
  })

  test('an approval without its id is PROCESSING until it has one', async () => {
    const { accessToken } = await startPayment(ana, reference)
    server.stub.alterAnswer = (original) => ({ ...original, paymentToken: '' })
    const data = await server.pay(accessToken, 'webhookLost')
    expect((await sendReturn(data)).payment.state).toBe('PROCESSING')
    server.stub.alterAnswer = null
    expect((await sendReturn(data)).payment.state).toBe('PAID')
  })

  test('a void without its id keeps the id of the payment', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken, 'webhookLost'))
    const paid = await attempt(accessToken)
    server.stub.alterAnswer = (original) => ({ ...original, voided: true, paymentToken: '' })
    await pollNow(accessToken)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    const { state, paymentToken } = await attempt(accessToken)
    expect({ state, paymentToken }).toEqual({ state: 'VOIDED', paymentToken: paid.paymentToken })
  })

  test('a posted charge that is reported with another amount stays for an operator', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await sendReturn(await server.pay(accessToken, 'webhookLost'))
    server.stub.alterAnswer = (original) => ({ ...original, amount: original.amount - 1 })
    await pollNow(accessToken)
    poller = startPendingPaymentPoller(server.context)
    await poller.now()
    expect(await attempt(accessToken)).toMatchObject({ state: 'PAID', nextPollAt: null })
    expect(await atGateway(accessToken)).toMatchObject({ charged: true, voided: false })
  })
})
