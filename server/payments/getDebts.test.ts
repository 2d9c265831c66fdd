import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { debt } from '#db/tables/payments.ts'
import { branch } from '#db/tables/stations.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))

describe('getDebts', () => {
  test('returns the caller’s debts, the oldest due date first, and the hosted page', async () => {
    const { debts, geopay, responseHeader } = await ana.call(getDebts, { type: '2' })
    expect(responseHeader.responseCode).toBe('00')
    expect(debts.length).toBe(11)
    const due = debts.map(({ dueDate }) => dueDate)
    expect(due).toEqual(due.toSorted())
    expect(debts.find(({ amount }) => amount === 284_300)).toMatchObject({
      currency: '858',
      taxedAmount: 233_033,
      taxAmount: 51_267,
      tipAmount: 0,
      installments: 1,
      indi: 6,
      finalConsumer: true,
      state: 'PENDING',
      points: 120,
    })
    expect(geopay).toEqual({
      netId: 'SURTIDOR',
      merchantId: '900001',
      pageUrl: server.context.config.gateway.pagesUrl + HOSTED_PAGE,
    })
  })

  test('expects the refund of the rate in force on the day and at the border of the sale, in Montevideo', async () => {
    const { db } = server.context
    const border = (await ana.call(getDebts, {})).debts.find(({ indi }) => indi === 2)
    expect(border?.expectedRefund).toEqual({ cents: 68_884, law: '18.083', basisPoints: 3200 })
    const { reference = '' } = border ?? {}
    const rateOn = async (at: string, branchCode: string | null) => {
      await db
        .update(debt)
        .set({ at: new Date(at), branchCode })
        .where(eq(debt.reference, reference))
      const { debts } = await ana.call(getDebts, {})
      return debts.find((each) => each.reference === reference)?.expectedRefund?.basisPoints
    }
    const stationOn = async (side: 'argentina' | 'brazil') =>
      (await db.select().from(branch).where(eq(branch.borderSide, side)))[0]?.code ?? ''
    const [argentina, brazil] = [await stationOn('argentina'), await stationOn('brazil')]
    // Midnight in Montevideo is 03:00 UTC.
    expect(await rateOn('2026-01-01T02:59:59Z', argentina)).toBeUndefined()
    expect(await rateOn('2026-01-01T03:00:00Z', argentina)).toBe(2800)
    expect(await rateOn('2026-02-01T02:59:59Z', argentina)).toBe(2800)
    expect(await rateOn('2026-02-01T03:00:00Z', argentina)).toBe(3200)
    expect(await rateOn('2026-02-01T02:59:59Z', brazil)).toBe(2700)
    expect(await rateOn('2026-02-01T03:00:00Z', brazil)).toBeUndefined()
    expect(await rateOn('2026-02-01T03:00:00Z', null)).toBeUndefined()
    expect(await rateOn('2026-02-01T03:00:00Z', 'E001')).toBeUndefined()
  })

  test('returns none to a person without debts', async () => {
    const fede = await server.as('fede')
    expect((await fede.call(getDebts, { type: 2 })).debts).toEqual([])
  })

  test.each(['0', '4', 'x', 9])('rejects the channel %j', async (type) => {
    const { responseHeader } = await ana.call(getDebts, { type })
    expect(responseHeader.responseCode).toBe('05')
  })

  test('shows PENDING while a page is open, and PROCESSING while the outcome is pending', async () => {
    const stateOf = async (amount: number) =>
      (await ana.call(getDebts, { type: '2' })).debts.find((debt) => debt.amount === amount)?.state
    const { accessToken } = await startPayment(ana, await debtOf(ana, 123_450))
    expect(await stateOf(123_450)).toBe('PENDING')
    const data = await server.pay(accessToken, 'issuerDown')
    server.stub.failures.query = 'cut'
    const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    expect(payment.state).toBe('PROCESSING')
    expect(await stateOf(123_450)).toBe('PROCESSING')
    server.stub.failures = {}
  })

  test('answers in pages on request, also behind a debt that was paid meanwhile', async () => {
    const { debts, next } = await ana.call(getDebts, {})
    expect(next).toBeUndefined()
    const paged: typeof debts = []
    let after = ''
    do {
      const page = await ana.call(getDebts, { count: 4, after })
      if (after === '') {
        const { accessToken } = await startPayment(ana, page.next ?? '')
        const data = await server.pay(accessToken)
        await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
      }
      expect(page.debts.length).toBe(Math.min(4, debts.length - paged.length))
      paged.push(...page.debts)
      after = page.next ?? ''
    } while (after !== '')
    expect(paged).toEqual(debts)
    const last = paged.at(-1)?.reference ?? ''
    expect((await ana.call(getDebts, { after: last })).debts).toEqual([])
  })

  test('rejects the reference of another person’s debt as the place of a page', async () => {
    const [own] = (await ana.call(getDebts, {})).debts
    const fede = await server.as('fede')
    for (const after of [own?.reference ?? '', 'x']) {
      const { responseHeader } = await fede.call(getDebts, { after })
      expect(responseHeader.reason).toBe('not_found')
    }
  })

  test('omits a paid debt', async () => {
    const reference = await debtOf(ana, 7700)
    const { accessToken } = await startPayment(ana, reference)
    const data = await server.pay(accessToken)
    await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    const { debts } = await ana.call(getDebts, { type: '2' })
    expect(debts.map((debt) => debt.reference)).not.toContain(reference)
  })

  test.each([{}, { type: '' }, { type: null }, { type: 2 }])(
    'returns the same debts on every channel and without one: %j',
    async (fields) => {
      const { debts } = await ana.call(getDebts, { type: '2' })
      expect((await ana.call(getDebts, fields)).debts).toEqual(debts)
    },
  )
})
