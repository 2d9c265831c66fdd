import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { schedulePoll } from '#db/payments/attemptPolling.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { cfe, reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const PRICE = 7688
const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))
let till: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  await widenBounds(server.owner)
  till = await enrolTestTerminal(server)
})

let tickets = 0
/** A sale of Ana's of ten litres, so many of them on account and the others in cash. */
function onAccount(litres = 10, given: Parameters<typeof reportedSale>[2] = {}) {
  const part = (means: 'account' | 'cash', amount: number) => ({
    means,
    amount,
    rrn: '',
    lastFour: '',
  })
  const payments = [part('account', litres * PRICE), part('cash', (10 - litres) * PRICE)]
  return reportedSale(`A${(tickets += 1)}`, 10, { payments, loyaltyCode: '60000001', ...given })
}
const report = async (...items: ReportedItem[]) => {
  const { results } = accepted(await till.call(reportSales, { items }))
  return results
}
const accountOf = async (sale: ReportedItem) => (await report(sale))[0]?.account
const ownDebts = async () => (await ana.call(getDebts, { type: '2' })).debts
/** Reports a sale on account. @returns it and the reference of its debt */
async function reportOne(litres?: number) {
  const before = new Set((await ownDebts()).map(({ reference }) => reference))
  const sale = onAccount(litres)
  await report(sale)
  const [added] = (await ownDebts()).filter(({ reference }) => !before.has(reference))
  if (!added) throw new Error('no debt was added')
  return { sale, debt: added, reference: added.reference }
}
async function pay(reference: string) {
  const { accessToken } = await startPayment(ana, reference)
  const data = (await server.pay(accessToken)) ?? ''
  const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data })
  return { accessToken, payment }
}
async function poll() {
  const poller = startPendingPaymentPoller(server.context)
  await poller.now()
  await poller.stop()
}
/** The gateway voids the charge of an attempt, as an operator of it can, and the server hears of it. */
async function voidCharge(token: string) {
  server.stub.alterAnswer = (payment) => ({ ...payment, voided: true })
  await schedulePoll(server.context.db, await server.attemptOf(token), server.context.now())
  await poll()
  server.stub.alterAnswer = null
}
const exceptionsOf = async (ticket: string) =>
  (
    await server.owner.query(
      `select content from sale_conflict where reason = 'account_paid' and content ->> 'ticket' = $1
      order by (content ->> 'owed')::int`,
      [ticket],
    )
  ).rows.map(({ content }) => content)

describe('a sale on account', () => {
  test('T11: is a debt of the member at once and once, and gives its points as a sale', async () => {
    const before = await ownDebts()
    const sale = { ...onAccount(8), cfe: cfe(41) }
    const account = { state: 'owed', amount: 8 * PRICE }
    expect(await report(sale)).toEqual([{ result: 'accepted', points: 30, account }])
    const [again, other] = await Promise.all([report(sale), report(sale)])
    expect(again).toEqual([{ result: 'duplicate', first: 'accepted', points: 30, account }])
    expect(other).toEqual(again)
    const known = new Set(before.map(({ reference }) => reference))
    const added = (await ownDebts()).filter(({ reference }) => !known.has(reference))
    expect(added).toEqual([
      expect.objectContaining({
        amount: 8 * PRICE,
        currency: '858',
        concept: 'Super, a cuenta',
        datetime: '20260906120000',
        dueDate: '20261007',
        state: 'PENDING',
        points: 0,
        finalConsumer: true,
      }),
    ])
    expect(await server.debtRow(added[0]?.reference ?? '')).toMatchObject({ invoiceNumber: '41' })
  })

  test('T11: paid by card closes the row of the station, and a void of the charge reopens it', async () => {
    const { sale, reference } = await reportOne()
    const first = await pay(reference)
    expect(await accountOf(sale)).toEqual({
      state: 'paid',
      amount: 10 * PRICE,
      payment: first.payment.id,
      paidAt: '20260907120000',
    })
    await voidCharge(first.accessToken)
    expect(await accountOf(sale)).toEqual({ state: 'owed', amount: 10 * PRICE })
    const second = await pay(reference)
    expect(await accountOf(sale)).toMatchObject({ state: 'paid', payment: second.payment.id })
    expect(await exceptionsOf(sale.ticket)).toEqual([])
  })

  test('T11: returns reduce and a void withdraws an unpaid debt, before or after the sale', async () => {
    const { sale, reference } = await reportOne(5)
    await report(returnOf(sale, 'R1', 2))
    expect(await accountOf(sale)).toEqual({ state: 'owed', amount: 3 * PRICE })
    expect(await server.debtRow(reference)).toMatchObject({ amount: 3 * PRICE })
    await report(returnOf(sale, 'R2', 4))
    expect(await accountOf(sale)).toEqual({ state: 'withdrawn', amount: 0 })
    expect(await server.debtRow(reference)).toMatchObject({ state: 'VOIDED' })
    const early = onAccount()
    await report(voidOf(early))
    expect(await accountOf(early)).toEqual({ state: 'withdrawn', amount: 0 })
    const late = await reportOne()
    await report(voidOf(late.sale))
    expect(await accountOf(late.sale)).toEqual({ state: 'withdrawn', amount: 0 })
    const refused = await ana.call(getGEOPayAccessToken, {
      debtData: { reference: late.reference },
    })
    expect(refused.responseHeader).toMatchObject({ responseCode: '05', reason: 'debt_voided' })
  })

  test('T11: what a paid debt is too much is kept for an operator, and owed no more after the refund', async () => {
    const { sale, reference } = await reportOne()
    const { accessToken } = await pay(reference)
    await report(returnOf(sale, 'R3', 4))
    await report(voidOf(sale))
    expect(await accountOf(sale)).toMatchObject({ state: 'paid', amount: 10 * PRICE })
    const { ticket } = sale
    const paid = { kind: 'sale', ticket, paid: 10 * PRICE }
    expect(await exceptionsOf(ticket)).toEqual([
      { ...paid, owed: 0 },
      { ...paid, owed: 6 * PRICE },
    ])
    await voidCharge(accessToken)
    expect(await accountOf(sale)).toEqual({ state: 'withdrawn', amount: 0 })
    expect(await server.debtRow(reference)).toMatchObject({ state: 'VOIDED' })
  })

  test.each([
    ['void', voidOf, 'withdrawn'],
    ['return', (sale: ReturnType<typeof reportedSale>) => returnOf(sale, 'R4', 4), 'owed'],
  ])(
    'P9: a %s while its page is open voids the charge at the gateway',
    async (_kind, of, state) => {
      const { sale, reference } = await reportOne()
      const { accessToken } = await startPayment(ana, reference)
      const data = (await server.pay(accessToken)) ?? ''
      await report(of(sale))
      await poll()
      const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data })
      expect(payment.state).toBe('VOIDED')
      expect(await server.gatewayPayment(accessToken)).toMatchObject({ charged: false })
      expect(await accountOf(sale)).toMatchObject({ state })
      expect(await exceptionsOf(sale.ticket)).toEqual([])
    },
  )

  test('a return closes the open page of the old amount before it is charged', async () => {
    const { sale, reference } = await reportOne()
    const { accessToken } = await startPayment(ana, reference)
    await report(returnOf(sale, 'R5', 4))
    await poll()
    expect(await server.attemptOf(accessToken)).toMatchObject({ state: 'EXPIRED' })
    await pay(reference)
    expect(await accountOf(sale)).toMatchObject({ state: 'paid', amount: 6 * PRICE })
  })

  test.each(['void', 'payment'])(
    'P2: its void and the start of a payment at once, %s first',
    async (first) => {
      const { sale, reference } = await reportOne()
      const holder = await createLockHolder(server)
      await holder.lock('select from debt where reference = $1 for update', [reference])
      const steps = {
        void: () => report(voidOf(sale)),
        payment: () => ana.call(getGEOPayAccessToken, { debtData: { reference } }),
      }
      const begun =
        first === 'void' ? (['void', 'payment'] as const) : (['payment', 'void'] as const)
      const running: Promise<unknown>[] = []
      for (const [place, step] of begun.entries()) {
        running.push(steps[step]())
        await holder.waitForBlocked(place + 1)
      }
      await holder.release('rollback')
      await Promise.all(running)
      // A token that arrived after the void schedules the first poll anew, a gateway that is slow to
      // answer the next one.
      const openStates = async () => {
        server.wait(31_000)
        await poll()
        const states = (await server.attemptsOf(reference)).map(({ state }) => state)
        return states.filter((state) => state !== 'EXPIRED')
      }
      await expect.poll(openStates).toEqual([])
      expect(await accountOf(sale)).toEqual({ state: 'withdrawn', amount: 0 })
    },
  )

  test('without a member waits unmatched, and one of more than the sale is rejected alone', async () => {
    const stranger = onAccount(10, { loyaltyCode: '', plate: 'ZZZ9999' })
    expect(await report(stranger)).toEqual([
      { result: 'unmatched', account: { state: 'unmatched', amount: 10 * PRICE } },
    ])
    expect(
      await report(onAccount(11, { payments: onAccount(11).payments.slice(0, 1) })),
    ).toMatchObject([{ result: 'rejected', field: 'payments', reason: 'exceeds_sale' }])
  })
})
