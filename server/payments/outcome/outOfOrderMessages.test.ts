import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { pollSoon } from '#db/payments/attemptPolling.ts'
import { balanceOf, post } from '#db/loyalty/pointsLedger.ts'
import { ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import {
  type PendingPaymentPoller,
  startPendingPaymentPoller,
} from '#server/payments/outcome/pendingPaymentPoller.ts'
import {
  debtOf,
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** P9 and everything that the gateway tells late, twice, at once, or the wrong way round. */
let server: TestPaymentServer
let ana: Person
let reference: string
let reconciler: PendingPaymentPoller | undefined
beforeEach(async () => {
  server = await startTestPaymentServer({ webhooks: true, pool: 8 })
  ana = await server.as('ana')
  reference = await debtOf(ana, 284_300)
})
afterEach(async () => {
  await reconciler?.stop()
  reconciler = undefined
  await server.close()
})

const attempts = () =>
  server.context.db.select().from(paymentAttempt).where(eq(paymentAttempt.debtReference, reference))
const attempt = async (token: string) =>
  (await attempts()).find(({ accessToken }) => accessToken === token)
const ofToken = async (token: string) =>
  (
    await server.context.db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt.accessToken, token))
  )[0]
const owed = async () =>
  (await server.context.db.select().from(debt).where(eq(debt.reference, reference)))[0]
const postings = async (event: string, eventId: string | null | undefined) =>
  await server.context.db
    .select({ points: ledgerEntry.points, seq: ledgerEntry.seq })
    .from(ledgerTransaction)
    .innerJoin(ledgerEntry, eq(ledgerEntry.transactionId, ledgerTransaction.id))
    .where(and(eq(ledgerTransaction.event, event), eq(ledgerTransaction.eventId, eventId ?? '')))
const atGateway = async (token: string) => (await server.truth()).find((one) => one.token === token)
const bring = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
const becomes = (token: string, state: string) =>
  expect.poll(async () => (await attempt(token))?.state).toBe(state)
/** As if we had given the attempt up while its token could still be charged. */
const giveUp = (token: string) =>
  server.context.db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', lookAt: null })
    .where(eq(paymentAttempt.accessToken, token))

test('return, webhook, reconciler and list at the same moment: posted once', async () => {
  const { accessToken } = await openPayment(ana, reference)
  const other = await server.second()
  reconciler = startPendingPaymentPoller(other.context)
  const data = await server.pay(accessToken, 'webhookTwice')
  await pollSoon(server.context.db, (await attempt(accessToken))?.id ?? '', server.context.now())
  const period = toRange(lastDays(server.context.now()))
  await Promise.all([
    ...Array.from({ length: 6 }, () => bring(data)),
    ...Array.from({ length: 6 }, () => ana.call(getPayments, { accessToken, ...period })),
    reconciler.now(),
  ])
  const row = await attempt(accessToken)
  expect({ state: row?.state, debt: (await owed())?.state }).toEqual({
    state: 'PAID',
    debt: 'PAID',
  })
  const posted = await postings('payment', row?.paymentToken)
  expect(posted.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([-120, 120])
  expect(
    (await ana.call(getPayments, period)).payments.filter((p) => p.reference === reference),
  ).toHaveLength(1)
})

test('a late approval of an attempt that was given up is accepted', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await giveUp(accessToken)
  await server.pay(accessToken, 'pageClosed')
  await becomes(accessToken, 'PAID')
  expect((await owed())?.state).toBe('PAID')
  expect(await postings('payment', (await attempt(accessToken))?.paymentToken)).toHaveLength(2)
})

test('a late approval of a debt that another attempt paid is given back at the gateway', async () => {
  const { accessToken: old } = await openPayment(ana, reference)
  await giveUp(old)
  const { accessToken } = await openPayment(ana, reference)
  expect((await bring(await server.pay(accessToken))).payment.state).toBe('PAID')
  await server.pay(old, 'pageClosed')
  await becomes(old, 'VOIDED')
  expect(await atGateway(old)).toMatchObject({ voided: true, charged: false })
  expect(await atGateway(accessToken)).toMatchObject({ voided: false, charged: true })
  expect((await attempt(accessToken))?.state).toBe('PAID')
  expect(await postings('payment', (await attempt(old))?.paymentToken)).toEqual([])
  expect(await postings('reversal', `void:${(await attempt(old))?.paymentToken}`)).toEqual([])
})

test('giving back is not forgotten while the gateway cannot be reached', async () => {
  const { accessToken: old } = await openPayment(ana, reference)
  await giveUp(old)
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken))
  server.line.broken.void = 'cut'
  await server.pay(old, 'pageClosed')
  await expect.poll(async () => (await attempt(old))?.lookAt).not.toBeNull()
  expect(await atGateway(old)).toMatchObject({ charged: true })
  server.line.broken = {}
  server.wait(30_000)
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  expect(await atGateway(old)).toMatchObject({ voided: true })
  expect(await attempt(old)).toMatchObject({ state: 'VOIDED', lookAt: null })
})

test('when one page pays a debt, another that is open on it is closed', async () => {
  const { accessToken: old } = await openPayment(ana, reference)
  await giveUp(old)
  const { accessToken: open } = await openPayment(ana, reference)
  await server.pay(old, 'pageClosed')
  await becomes(old, 'PAID')
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  expect(await attempt(open)).toMatchObject({ state: 'EXPIRED' })
  expect(await atGateway(open)).toMatchObject({ state: 'CANCELED', charged: false })
})

test('voided after it was paid: the debt is owed again, and its points go back', async () => {
  const loyaltyCode = (await owed())?.loyaltyCode ?? ''
  const before = await balanceOf(server.context.db, loyaltyCode)
  const { accessToken } = await openPayment(ana, reference)
  expect((await bring(await server.pay(accessToken))).payment.state).toBe('PAID')
  expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before + 120)
  await server.context.gateway.void(accessToken)
  await becomes(accessToken, 'VOIDED')
  expect((await owed())?.state).toBe('PENDING')
  expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before)
  const again = await openPayment(ana, reference)
  expect((await bring(await server.pay(again.accessToken))).payment.state).toBe('PAID')
  expect(await balanceOf(server.context.db, loyaltyCode)).toBe(before + 120)
})

test('points that were spent meanwhile are not owed: a balance never falls below zero', async () => {
  const { db, now } = server.context
  const loyaltyCode = (await owed())?.loyaltyCode ?? ''
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken))
  const spend = (await balanceOf(db, loyaltyCode)) - 50
  await db.transaction((tx) =>
    post(tx as never, {
      id: '00000000-0000-8000-8000-000000000001',
      event: 'redemption',
      eventId: 'r-1',
      loyaltyCode,
      points: -spend,
      concept: 'Canje',
      rrn: '000000000001',
      at: now(),
    }),
  )
  await server.context.gateway.void(accessToken)
  await becomes(accessToken, 'VOIDED')
  expect(await balanceOf(db, loyaltyCode)).toBe(0)
  const taken = await postings('reversal', `void:${(await attempt(accessToken))?.paymentToken}`)
  expect(taken.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([-50, 50])
})

test('a refund at the gateway: refunded here, and the debt is owed again', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken, 'webhookLost'))
  server.line.twist = (said) => ({ ...said, refunded: true })
  await pollSoon(server.context.db, (await attempt(accessToken))?.id ?? '', server.context.now())
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  expect((await attempt(accessToken))?.state).toBe('REFUNDED')
  expect((await owed())?.state).toBe('PENDING')
})

test('a late decline never undoes a payment', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken, 'webhookLost'))
  server.line.twist = (said) => ({ ...said, authorized: false, authorizerCode: '51' })
  await pollSoon(server.context.db, (await attempt(accessToken))?.id ?? '', server.context.now())
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  expect((await attempt(accessToken))?.state).toBe('PAID')
  expect((await owed())?.state).toBe('PAID')
})

test('one charge named for two attempts settles one', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken, 'webhookLost'))
  const paid = await attempt(accessToken)
  const second = await openPayment(ana, await debtOf(ana, 123_450))
  server.line.twist = (said) => ({ ...said, paymentToken: paid?.paymentToken ?? '' })
  const data = await server.pay(second.accessToken, 'webhookLost')
  expect((await bring(data)).payment.state).toBe('PROCESSING')
  expect(await postings('payment', paid?.paymentToken)).toHaveLength(2)
  server.wait(25 * 3_600_000)
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  const ended = await ofToken(second.accessToken)
  expect(ended).toMatchObject({ state: 'VOIDED', paymentToken: null, lookAt: null })
  expect(await attempt(accessToken)).toEqual(paid)
})

test('what never was a charge has no number: two cancelled pages without one are both over', async () => {
  server.line.twist = (said) => ({ ...said, paymentToken: '' })
  for (const amount of [284_300, 123_450]) {
    const { accessToken } = await openPayment(ana, await debtOf(ana, amount))
    expect((await bring(await server.cancel(accessToken))).payment.state).toBe('REJECTED')
  }
})

test('an approval without its number is being confirmed until it has one', async () => {
  const { accessToken } = await openPayment(ana, reference)
  server.line.twist = (said) => ({ ...said, paymentToken: '' })
  const data = await server.pay(accessToken, 'webhookLost')
  expect((await bring(data)).payment.state).toBe('PROCESSING')
  server.line.twist = null
  expect((await bring(data)).payment.state).toBe('PAID')
})

test('a void that is told without its number keeps the number of the payment', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken, 'webhookLost'))
  const paid = await attempt(accessToken)
  server.line.twist = (said) => ({ ...said, voided: true, paymentToken: '' })
  await pollSoon(server.context.db, paid?.id ?? '', server.context.now())
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  const { state, paymentToken } = (await attempt(accessToken)) ?? {}
  expect({ state, paymentToken }).toEqual({ state: 'VOIDED', paymentToken: paid?.paymentToken })
})

test('a paid charge that the gateway tells otherwise later is left for people to look at', async () => {
  const { accessToken } = await openPayment(ana, reference)
  await bring(await server.pay(accessToken, 'webhookLost'))
  server.line.twist = (said) => ({ ...said, amount: said.amount - 1 })
  await pollSoon(server.context.db, (await attempt(accessToken))?.id ?? '', server.context.now())
  reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  expect(await attempt(accessToken)).toMatchObject({ state: 'PAID', lookAt: null })
  expect(await atGateway(accessToken)).toMatchObject({ charged: true, voided: false })
})
