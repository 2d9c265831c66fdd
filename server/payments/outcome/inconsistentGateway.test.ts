import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastDays, toRange } from '#contract/dates.ts'
import { type GatewayPayment, type GatewayReturn, MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { personById } from '#db/accounts/people.ts'
import { leaseDueAttempts, schedulePoll } from '#db/payments/attemptPolling.ts'
import { debtOf as debtRow } from '#db/payments/debts.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { getOrOpenAttempt } from '#server/payments/openAttempt.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { gatewayRequestHeader, signedText } from '#testing/fixtures/gatewayMessages.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

/** Old answers, a page used twice, a debt corrected under an open page, a wrong clock. */
let reference: string
const server = startForEachTest(startTestPaymentServer)
const ana = startForEachTest(() => server.as('ana'))
beforeEach(async () => {
  reference = await debtOf(ana, 284_300)
})

const attempt = (token: string) => server.attemptOf(token)
const currentDebt = () => server.debtRow(reference)
const correct = (values: Partial<typeof debt.$inferInsert>) =>
  server.context.db.update(debt).set(values).where(eq(debt.reference, reference))
const atGateway = (token: string) => server.gatewayPayment(token)
const pollNow = async (token: string) =>
  await schedulePoll(server.context.db, await attempt(token), server.context.now())
const sendReturn = (data: string | null) =>
  ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
async function pollDue(): Promise<void> {
  const poller = startPendingPaymentPoller(server.context)
  await poller.now()
  await poller.stop()
}

describe('an inconsistent gateway', () => {
  test.each([0, 660_000])(
    'an answer that is %i ms older than a payment does not void it',
    async (wait) => {
      const { accessToken } = await startPayment(ana, reference)
      expect((await sendReturn(await server.pay(accessToken))).payment.state).toBe('PAID')
      server.wait(wait)
      server.stub.alterAnswer = (original) => ({
        ...original,
        state: 'INPROCESS',
        authorized: false,
        card: null,
      })
      await pollNow(accessToken)
      await pollDue()
      expect(await attempt(accessToken)).toMatchObject({ state: 'PAID', nextPollAt: null })
      expect(await atGateway(accessToken)).toMatchObject({ charged: true, voided: false })
    },
  )

  /**
   * Pays with a second card on a page whose first card was declined. @returns the return of the
   * second
   */
  async function payWithSecondCard(token: string): Promise<string | null> {
    const data = await server.pay(token)
    const refused = { authorized: false, authorizerCode: '51' }
    server.stub.alterAnswer = (original) => ({ ...original, ...refused })
    const message = JSON.parse(data ?? '') as GatewayReturn
    const first = { ...message, payment: { ...message.payment, ...refused } }
    expect((await sendReturn(signed(first))).payment.state).toBe('REJECTED')
    server.stub.alterAnswer = null
    return data
  }
  /**
   * The state of a payment in getPayments by its token and in the list, and of its debt in
   * getDebts.
   */
  async function shownStates(token: string) {
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

  test('the charge of a second card on a page whose first card was declined is voided', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const data = await payWithSecondCard(accessToken)
    expect((await sendReturn(data)).payment.state).toBe('REJECTED')
    expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
    expect((await currentDebt()).state).toBe('PENDING')
  })

  test('the charge of a second card is voided also when a part of it was refunded', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const data = await payWithSecondCard(accessToken)
    const partlyRefunded = (original: GatewayPayment) => ({
      ...original,
      refunded: true,
      refundedAmount: 1000,
    })
    server.stub.alterAnswer = partlyRefunded
    const message = JSON.parse(data ?? '') as GatewayReturn
    message.payment = partlyRefunded(message.payment)
    expect((await sendReturn(signed(message))).payment.state).toBe('REJECTED')
    expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
  })

  test.each(['query', 'void'] as const)(
    'a second card without an answer to our %s is shown as PROCESSING and blocks another page',
    async (name) => {
      const { accessToken } = await startPayment(ana, reference)
      const data = await payWithSecondCard(accessToken)
      server.stub.failures[name] = 'cut'
      for (const _time of [1, 2]) expect((await sendReturn(data)).payment.state).toBe('PROCESSING')
      expect(await shownStates(accessToken)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING'])
      const refused = (await startPayment(ana, reference)).responseHeader
      expect(refused.responseDescription).toMatch(/Estamos confirmando/)
      server.stub.failures = {}
      server.wait(30_000)
      await pollDue()
      expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
      expect(await shownStates(accessToken)).toEqual(['REJECTED', 'REJECTED', 'PENDING'])
      const again = await startPayment(ana, reference)
      expect((await sendReturn(await server.pay(again.accessToken))).payment.state).toBe('PAID')
    },
  )

  test.each(['before', 'while'])(
    'a charge on a page that expired %s the query, without an answer, is shown as PROCESSING',
    async (when) => {
      const { accessToken } = await startPayment(ana, reference)
      const data = await server.pay(accessToken)
      const expire = async () => {
        await server.context.db
          .update(paymentAttempt)
          .set({ state: 'EXPIRED', nextPollAt: null })
          .where(eq(paymentAttempt.accessToken, accessToken))
      }
      server.stub.failures.query = 'cut'
      if (when === 'before') await expire()
      else server.stub.before.query = expire
      expect((await sendReturn(data)).payment?.state).toBe('PROCESSING')
      expect(await shownStates(accessToken)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING'])
      const refused = (await startPayment(ana, reference)).responseHeader
      expect(refused.responseDescription).toMatch(/Estamos confirmando/)
      server.stub.failures = {}
      expect((await sendReturn(data)).payment.state).toBe('PAID')
      expect((await currentDebt()).state).toBe('PAID')
    },
  )

  test('a charge on a closed page without answers to queries for a day is voided', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const data = await payWithSecondCard(accessToken)
    server.stub.failures.query = 'cut'
    expect((await sendReturn(data)).payment.state).toBe('PROCESSING')
    server.wait(25 * 3_600_000)
    await pollDue()
    expect(await atGateway(accessToken)).toMatchObject({ charged: false, voided: true })
    expect(await attempt(accessToken)).toMatchObject({ state: 'REJECTED', nextPollAt: null })
  })

  test('a repeated decline without an answer to the query stays a decline', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const data = await server.pay(accessToken, '51')
    expect((await sendReturn(data)).payment.state).toBe('REJECTED')
    server.stub.failures.query = 'cut'
    const oldReturn = JSON.parse(data ?? '') as GatewayReturn
    oldReturn.payment.dateTime = '2026-01-01 00:00:00'
    expect((await sendReturn(signed(oldReturn))).responseHeader.responseCode).toBe('05')
    expect(await webhook(oldReturn.payment)).toBe(200)
    expect(await shownStates(accessToken)).toEqual(['REJECTED', 'REJECTED', 'PENDING'])
  })

  test.each(['CANCELED', 'PROCESSED'] as const)(
    'a page that we closed stays closed when a message reports it as %s without a charge',
    async (state) => {
      const first = (await startPayment(ana, reference)).accessToken
      await correct({ amount: 300_000 })
      server.wait(1_000)
      const second = (await startPayment(ana, reference)).accessToken
      const original = await server.context.gateway.query(first)
      if (!original) throw new Error('the gateway knows the token')
      expect(original).toMatchObject({ state: 'CANCELED', authorized: false })
      server.stub.failures.query = 'cut'
      expect(await webhook({ ...original, state })).toBe(200)
      expect(await attempt(first)).toMatchObject({ state: 'EXPIRED', nextPollAt: null })
      expect(await shownStates(second)).toEqual(['PENDING', 'PENDING', 'PENDING'])
      expect((await startPayment(ana, reference)).accessToken).toBe(second)
    },
  )

  async function webhook(payment: GatewayPayment): Promise<number> {
    const { kid } = (await loadKeys(server.keysDir)).webhook
    const requestHeader = { ...gatewayRequestHeader(), kid }
    const message = { requestHeader, event: 'PAYMENT', payment }
    const body = signedText(server.keysDir, message, 'requestHeader', { key: 'webhook' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(server.url + MERCHANT_ENDPOINTS.webhook, { method: 'POST', body, headers }))
      .status
  }

  test('a decline is applied at once while the poller has the attempt', async () => {
    const { accessToken } = await startPayment(ana, reference)
    const data = await server.pay(accessToken, '51')
    const { db, now } = server.context
    server.stub.before.query = async () => {
      server.wait(5_000)
      const until = new Date(now().getTime() + 30_000)
      expect(await leaseDueAttempts(db, { now: now(), until, count: 12 })).toHaveLength(1)
    }
    expect((await sendReturn(data)).payment.state).toBe('REJECTED')
    expect((await attempt(accessToken)).nextPollAt).toBeNull()
  })
  function signed(message: GatewayReturn): string {
    return signedText(server.keysDir, message, 'responseHeader')
  }

  test.each([
    ['less', { amount: 200_000, taxedAmount: 0, taxAmount: 0 }],
    ['more', { amount: 300_000 }],
    ['dollars', { currency: '840' as const }],
    ['another law', { indi: 1 as const }],
    ['another tax', { taxedAmount: 100_000, taxAmount: 22_000 }],
  ])('a page of a debt that was corrected to %s does not pay it', async (_to, values) => {
    const { accessToken } = await startPayment(ana, reference)
    await correct(values)
    expect((await sendReturn(await server.pay(accessToken))).payment.state).toBe('VOIDED')
    expect(await atGateway(accessToken)).toMatchObject({ charged: false })
    expect((await currentDebt()).state).toBe('PENDING')
    const again = (await startPayment(ana, reference)).accessToken
    const { payment } = await sendReturn(await server.pay(again))
    const { amount, currency } = await currentDebt()
    expect(payment).toMatchObject({ state: 'PAID', amount, currency })
  })

  test('a page from before a correction is closed, and the next one charges the corrected amount', async () => {
    const before = (await startPayment(ana, reference)).accessToken
    await correct({ amount: 300_000 })
    const after = (await startPayment(ana, reference)).accessToken
    expect(await atGateway(before)).toMatchObject({ state: 'CANCELED' })
    expect(await atGateway(after)).toMatchObject({ state: 'OPEN', amount: 300_000 })
  })

  test('a debt that is corrected between its reading and its lock opens no page', async () => {
    const { db } = server.context
    const personId = (await currentDebt()).personId
    const [read, payer] = await Promise.all([
      debtRow(db, personId, reference),
      personById(db, personId),
    ])
    if (!read || !payer) throw new Error('ana owes nothing')
    await correct({ amount: 300_000 })
    const terms = { installments: 1, tipAmount: 0 }
    const caller = { limits: [], address: '127.0.0.1' }
    await expect(getOrOpenAttempt(server.context, payer, read, terms, { caller })).rejects.toThrow(
      /acaba de cambiar/,
    )
    expect(await server.gatewayPayments()).toEqual([])
  })

  test('a poll that is scheduled for tomorrow is taken today, one of the next hour is not', async () => {
    const { accessToken } = await startPayment(ana, reference)
    await server.pay(accessToken, 'pageClosed')
    const id = (await attempt(accessToken)).id
    const plan = (ahead: number) =>
      schedulePoll(
        server.context.db,
        { id, nextPollAt: null },
        new Date(server.context.now().getTime() + ahead),
      )
    await plan(3_600_000)
    await pollDue()
    expect((await attempt(accessToken)).state).toBe('CREATED')
    await plan(86_400_000)
    await pollDue()
    expect((await attempt(accessToken)).state).toBe('PAID')
  })
})
