import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GatewayPayment } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import { dayReports } from '#testing/crashes/dayReports.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

/** The gateway has settlement lists and sends no webhooks. */
const DAY = '20260907'
let reference: string
const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))
beforeEach(async () => {
  reference = await debtOf(ana, 284_300)
})

const stateOf = async (token: string) => (await server.attemptOf(token)).state
const change = (token: string, values: Partial<typeof paymentAttempt.$inferInsert>) =>
  server.context.db.update(paymentAttempt).set(values).where(eq(paymentAttempt.accessToken, token))
const debtState = async () => (await server.debtRow(reference)).state
const points = () => balanceOf(server.context.db, '60000001')
const sendReturn = async (data: string | null) =>
  (await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })).payment.state
/** Opens and pays the debt, and sends the return. */
async function payDebt(): Promise<string> {
  const { accessToken } = await startPayment(ana, reference)
  expect(await sendReturn(await server.pay(accessToken))).toBe('PAID')
  return accessToken
}
/** Reconciles a day. @returns its report */
async function reconcile(day = DAY) {
  expect(await reconcileDay(server.context, day)).toBe(true)
  const [report] = await dayReports(server.context.db, 1)
  if (report?.day !== day) throw new Error(`${day} was not compared`)
  return report
}
const metricOf = async (kind: string) =>
  (await server.context.metrics.gatewayDiscrepancies.get()).values.find(
    ({ labels }) => labels.kind === kind,
  )?.value

describe('reconcileDay', () => {
  test('finds nothing and queries nothing on a day on which both sides agree', async () => {
    await payDebt()
    const other = await server.addDebt(123_450)
    await server.pay((await startPayment(ana, other)).accessToken, '51')
    await server.cancel((await startPayment(ana, await server.addDebt(123_450))).accessToken)
    server.stub.queried.length = 0
    expect(await reconcile()).toMatchObject({
      source: 'LIST',
      here: 1,
      there: 1,
      discrepancies: [],
    })
    expect(server.stub.queried).toEqual([])
  })

  test('resolves a void whose webhook was lost: the debt is open, the points are reversed', async () => {
    const before = await points()
    const token = await payDebt()
    await server.context.gateway.void(token)
    const report = await reconcile()
    expect(report.kinds).toEqual(['VOIDED_THERE resolved'])
    expect(report.discrepancies[0]).toMatchObject({
      reference,
      stateHere: 'PAID',
      currencyHere: '858',
      amountHere: 284_300,
      stateThere: 'VOIDED',
      currencyThere: '858',
      amountThere: 284_300,
    })
    expect([await stateOf(token), await debtState(), await points()]).toEqual([
      'VOIDED',
      'PENDING',
      before,
    ])
    expect(await metricOf('VOIDED_THERE')).toBe(1)
  })

  test('resolves a refund whose webhook was lost', async () => {
    const token = await payDebt()
    const refunded = (original: GatewayPayment) => ({ ...original, refunded: true })
    server.stub.alterAnswer = refunded
    server.stub.alterList = (page) => page.map(refunded)
    expect((await reconcile()).kinds).toEqual(['REFUNDED_THERE resolved'])
    expect([await stateOf(token), await debtState()]).toEqual(['REFUNDED', 'PENDING'])
  })

  test('applies a partial refund whose webhook was lost, with its points', async () => {
    const before = await points()
    const token = await payDebt()
    const given = (await points()) - before
    const refunded = (original: GatewayPayment) => ({
      ...original,
      refunded: true,
      refundedAmount: 500,
    })
    server.stub.alterAnswer = refunded
    server.stub.alterList = (page) => page.map(refunded)
    expect((await reconcile()).kinds).toEqual(['REFUNDED_THERE resolved'])
    expect(await server.attemptOf(token)).toMatchObject({ state: 'PAID', refundedAmount: 500 })
    const { amount } = await server.attemptOf(token)
    expect(await debtState()).toBe('PAID')
    expect(await points()).toBe(before + Math.floor((given * (amount - 500)) / amount))
  })

  test('reports a refund of ours that the gateway does not show', async () => {
    server.expectedViolations.push('L9', 'P4')
    await change(await payDebt(), { refundedAmount: 500 })
    expect((await reconcile()).kinds).toEqual(['AMOUNT open'])
  })

  test('posts a charge that was partially refunded before it was known here', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await server.pay(accessToken, 'pageClosed')
    const refunded = (original: GatewayPayment) => ({
      ...original,
      refunded: true,
      refundedAmount: 500,
    })
    server.stub.alterAnswer = refunded
    server.stub.alterList = (page) => page.map(refunded)
    expect((await reconcile()).kinds).toEqual(['MISSING_HERE resolved'])
    expect([await stateOf(accessToken), await debtState()]).toEqual(['PAID', 'PAID'])
  })

  test('posts a charge that was not known here, once', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await server.pay(accessToken, 'pageClosed')
    expect((await reconcile()).kinds).toEqual(['MISSING_HERE resolved'])
    expect([await stateOf(accessToken), await debtState()]).toEqual(['PAID', 'PAID'])
  })

  test('reports what the list shows and the query does not confirm', async () => {
    server.expectedViolations.push('P3')
    const { accessToken } = await startPayment(ana, reference)
    await server.pay(accessToken, '51')
    const original = await server.context.gateway.query(accessToken)
    if (!original) throw new Error('the gateway knows the token')
    const declined: GatewayPayment = { ...original, authorized: true }
    const unknown = { ...declined, accessToken: 'unknown', paymentToken: 'x' }
    await server.pay((await startPayment(ana, await server.addDebt(123_450))).accessToken)
    server.stub.alterList = (page) => [...page, declined, unknown]
    const report = await reconcile()
    expect(report.kinds).toEqual([
      'MISSING_HERE open',
      'MISSING_HERE open',
      'MISSING_HERE resolved',
    ])
    expect(report.discrepancies.find(({ paymentToken }) => paymentToken === 'x')).toMatchObject({
      stateHere: 'NONE',
      currencyHere: '',
      amountHere: 0,
    })
    expect([await stateOf(accessToken), await debtState()]).toEqual(['CREATED', 'PENDING'])
  })

  test('reports a payment that the gateway does not know, and changes nothing', async () => {
    server.expectedViolations.push('P4')
    const token = await payDebt()
    await change(token, { accessToken: 'unknown-token' })
    server.stub.alterList = () => []
    expect((await reconcile()).kinds).toEqual(['MISSING_THERE open'])
    expect([await stateOf('unknown-token'), await debtState()]).toEqual(['PAID', 'PAID'])
  })

  test('reports a payment that the query confirms and the list lacks', async () => {
    server.expectedViolations.push('P4')
    const token = await payDebt()
    server.stub.alterList = () => []
    expect(await reconcile()).toMatchObject({
      here: 1,
      there: 0,
      discrepancies: [{ kind: 'MISSING_THERE' }],
    })
    expect(await stateOf(token)).toBe('PAID')
  })

  test.each([
    ['the list alone', false],
    ['the list and the query', true],
  ])('reports another amount in %s and changes nothing', async (_where, both) => {
    server.expectedViolations.push('P4')
    const token = await payDebt()
    const less = (original: GatewayPayment) => ({ ...original, amount: original.amount - 1 })
    server.stub.alterList = (page) => page.map(less)
    if (both) server.stub.alterAnswer = less
    const report = await reconcile()
    expect(report.kinds).toEqual(['AMOUNT open'])
    expect(report.discrepancies[0]?.amountThere).toBe(284_299)
    expect([await stateOf(token), (await server.gatewayPayments())[0]?.charged]).toEqual([
      'PAID',
      true,
    ])
  })

  test('voids the second charge of a debt', async () => {
    const { accessToken: first } = await startPayment(ana, reference)
    await change(first, { state: 'EXPIRED', nextPollAt: null })
    const second = await payDebt()
    await server.pay(first, 'pageClosed')
    const report = await reconcile()
    expect(report.kinds).toEqual(['DOUBLE resolved'])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['VOIDED', 'PAID'])
    const charged = (await server.gatewayPayments()).filter((one) => one.charged)
    expect(charged.map(({ token }) => token)).toEqual([second])
  })

  test.each([
    ['of a refused page', 'REJECTED', 'MISSING_HERE'],
    ['of a debt that is paid', 'EXPIRED', 'DOUBLE'],
  ] as const)(
    'marks a charge %s as resolved when its void succeeds after the reconciliation',
    async (_what, state, kind) => {
      const { accessToken } = await startPayment(ana, reference)
      await change(accessToken, { state, nextPollAt: null })
      if (kind === 'DOUBLE') await payDebt()
      await server.pay(accessToken, 'pageClosed')
      server.stub.failures.void = 'cut'
      expect((await reconcile()).kinds).toEqual([`${kind} open`])
      server.stub.failures = {}
      server.wait(60_000)
      const poller = startPendingPaymentPoller(server.context)
      await poller.now()
      await poller.stop()
      const atGateway = (await server.gatewayPayments()).find(({ token }) => token === accessToken)
      expect(atGateway).toMatchObject({ charged: false, voided: true })
      const [report] = await dayReports(server.context.db, 1)
      expect(report?.kinds).toEqual([`${kind} resolved`])
    },
  )

  test('reports a charge that the list has twice, and a second charge of one token', async () => {
    server.expectedViolations.push('P1')
    const token = await payDebt()
    server.stub.alterList = (page) => [
      ...page,
      ...page,
      ...page.map((one) => ({ ...one, paymentToken: 'y' })),
    ]
    const report = await reconcile()
    expect(report.kinds).toEqual(['DOUBLE open', 'DOUBLE open'])
    expect([await stateOf(token), (await server.gatewayPayments())[0]?.charged]).toEqual([
      'PAID',
      true,
    ])
  })

  test('reports malformed items and compares the others', async () => {
    server.expectedViolations.push('P3', 'P4')
    const token = await payDebt()
    const { accessToken: unknownToken } = await startPayment(ana, await server.addDebt(123_450))
    await server.pay(unknownToken, 'pageClosed')
    const { accessToken: malformedToken } = await startPayment(ana, await server.addDebt(123_450))
    await server.pay(malformedToken, 'pageClosed')
    server.stub.alterList = (page) => page.filter(({ accessToken }) => accessToken === unknownToken)
    server.stub.malformed = [
      { place: 1, paymentToken: 'odd', accessToken: token, reference: '' },
      { place: 2, paymentToken: '', accessToken: malformedToken, reference: '' },
      { place: 3, paymentToken: '', accessToken: '', reference: 'R' },
    ]
    const report = await reconcile()
    expect(report.kinds).toEqual([
      'AMOUNT open',
      'MISSING_HERE open',
      'MISSING_HERE open',
      'MISSING_HERE resolved',
    ])
    expect(report).toMatchObject({ here: 1, there: 4 })
    const ofMalformed = report.discrepancies.filter(({ stateThere }) => stateThere === 'UNREADABLE')
    expect(ofMalformed.map(({ paymentToken }) => paymentToken)).toEqual(['odd', '', ''])
    expect(ofMalformed.map((one) => one.reference)).toContain('R')
    expect([await stateOf(token), await stateOf(malformedToken)]).toEqual(['PAID', 'PAID'])
  })

  test('assigns a token from before midnight that was paid after it to the next day, on both sides', async () => {
    server.wait(11 * 3_600_000 + 58 * 60_000)
    const { accessToken } = await startPayment(ana, reference)
    server.wait(5 * 60_000)
    expect(await sendReturn(await server.pay(accessToken))).toBe('PAID')
    expect(await reconcileDay(server.context, DAY)).toBe(true)
    // A day without a charge or a discrepancy before the first one is not listed.
    expect(await dayReports(server.context.db, 1)).toEqual([])
    expect(await reconcile('20260908')).toMatchObject({ here: 1, there: 1, discrepancies: [] })
  })
})
