import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { debt } from '#db/tables/payments.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))
beforeEach(() => {
  server.stub.failures = {}
})

const descriptionOf = ({ responseHeader }: { responseHeader: { responseDescription: string } }) =>
  responseHeader.responseDescription
const atGateway = async (reference: string) =>
  (await server.gatewayPayments()).filter((payment) => payment.reference === reference)

describe('getOrOpenAttempt', () => {
  test('makes one attempt and one token for twenty concurrent requests on two servers', async () => {
    const reference = await server.addDebt(123_450)
    const anaOnOther = (await server.second()).session(ana.token)
    const requests = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? ana : anaOnOther).call(getGEOPayAccessToken, {
        geopayNetId: 'SURTIDOR',
        geopayMerchantId: '900001',
        debtData: { reference },
      }),
    )
    const answers = await Promise.all(requests)
    expect(answers.map(({ responseHeader }) => responseHeader.responseCode)).toEqual(
      Array.from({ length: 20 }, () => '00'),
    )
    expect(new Set(answers.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(await server.attemptsOf(reference)).toHaveLength(1)
    expect(await atGateway(reference)).toHaveLength(1)
  })

  test('finds the same payment after a lost answer of the gateway', async () => {
    const reference = await server.addDebt(123_450)
    server.stub.failures.open = 'lost'
    const lost = await startPayment(ana, reference)
    expect(lost.responseHeader.responseCode).toBe('05')
    expect(descriptionOf(lost)).toMatch(/No se cobró nada/)
    expect(await server.attemptsOf(reference)).toMatchObject([
      { state: 'CREATED', accessToken: null },
    ])
    server.stub.failures = {}
    const { accessToken } = await startPayment(ana, reference)
    expect((await atGateway(reference)).map(({ token }) => token)).toEqual([accessToken])
    expect(await server.attemptsOf(reference)).toMatchObject([{ state: 'CREATED', accessToken }])
  })

  test('replaces an attempt that got no token after its opening lifetime', async () => {
    const reference = await server.addDebt(123_450)
    server.stub.failures.open = 'lost'
    await startPayment(ana, reference)
    server.stub.failures = {}
    server.wait(120_000)
    const { accessToken } = await startPayment(ana, reference)
    const attempts = await server.attemptsOf(reference)
    expect(attempts.map(({ state, accessToken }) => `${state} ${accessToken}`).toSorted()).toEqual([
      `CREATED ${accessToken}`,
      'EXPIRED null',
    ])
  })

  test('closes the old page at the gateway before it opens one with other instalments', async () => {
    const reference = await server.addDebt(1_859_000)
    const first = await startPayment(ana, reference, { installments: 6 })
    const second = await startPayment(ana, reference, { installments: 3 })
    expect(second.accessToken).not.toBe(first.accessToken)
    const states = (await atGateway(reference)).map(({ token, state }) => [token, state])
    expect(states).toEqual([
      [first.accessToken, 'CANCELED'],
      [second.accessToken, 'OPEN'],
    ])
    const attempts = await server.attemptsOf(reference)
    expect(
      attempts.map(({ state, installments }) => `${state} ${installments}`).toSorted(),
    ).toEqual(['CREATED 3', 'EXPIRED 6'])
    expect((await startPayment(ana, reference, { installments: 3 })).accessToken).toBe(
      second.accessToken,
    )
  })

  test('keeps the payment when the old page was paid', async () => {
    const reference = await server.addDebt(1_859_000)
    const { accessToken } = await startPayment(ana, reference, { installments: 6 })
    await server.pay(accessToken)
    const again = await startPayment(ana, reference, { installments: 3 })
    expect(descriptionOf(again)).toBe('Esa deuda ya está paga.')
    expect(await atGateway(reference)).toMatchObject([{ charged: true, voided: false }])
    expect(await server.attemptsOf(reference)).toMatchObject([{ state: 'PAID', installments: 1 }])
  })

  test('voids a page that is paid between the query and the void', async () => {
    const reference = await server.addDebt(1_859_000)
    const { accessToken } = await startPayment(ana, reference, { installments: 6 })
    server.stub.before.void = async () => void (await server.pay(accessToken))
    const again = await startPayment(ana, reference, { installments: 3 })
    expect(again.responseHeader.responseCode).toBe('00')
    const states = (await atGateway(reference)).map(({ charged, voided }) => ({ charged, voided }))
    expect(states).toEqual([
      { charged: false, voided: true },
      { charged: false, voided: false },
    ])
    expect((await server.attemptsOf(reference)).map(({ state }) => state).toSorted()).toEqual([
      'CREATED',
      'VOIDED',
    ])
  })

  test('queries an expired token before it replaces it', async () => {
    const reference = await server.addDebt(123_450)
    const { accessToken } = await startPayment(ana, reference)
    server.wait(601_000)
    server.stub.failures.query = 'cut'
    expect(descriptionOf(await startPayment(ana, reference))).toMatch(
      /Todavía no pudimos confirmar/,
    )
    server.stub.failures = {}
    const again = await startPayment(ana, reference)
    expect(again.accessToken).not.toBe(accessToken)
    expect((await server.attemptsOf(reference)).map(({ state }) => state).toSorted()).toEqual([
      'CREATED',
      'EXPIRED',
    ])
  })

  test('settles the debt when an expired token was paid at the last moment', async () => {
    const reference = await server.addDebt(123_450)
    const { accessToken } = await startPayment(ana, reference)
    server.wait(599_000)
    await server.pay(accessToken)
    server.wait(5_000)
    expect(descriptionOf(await startPayment(ana, reference))).toBe('Esa deuda ya está paga.')
    expect(await server.attemptsOf(reference)).toMatchObject([{ state: 'PAID', accessToken }])
  })

  test('opens no attempt while an outcome is pending', async () => {
    const reference = await server.addDebt(123_450)
    const { accessToken } = await startPayment(ana, reference)
    const data = await server.pay(accessToken)
    server.stub.failures.query = 'cut'
    const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    expect(payment.state).toBe('PROCESSING')
    const again = await startPayment(ana, reference)
    expect(again.responseHeader.responseCode).toBe('05')
    expect(descriptionOf(again)).toMatch(/Estamos confirmando/)
    expect(await server.attemptsOf(reference)).toHaveLength(1)
  })

  test('opens another attempt after a token that was never valid (x.25)', async () => {
    const { db } = server.context
    const reference = await server.addDebt(7700)
    await db.update(debt).set({ amount: 7725 }).where(eq(debt.reference, reference))
    const first = await startPayment(ana, reference)
    const data = await server.pay(first.accessToken)
    const back = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
    expect(descriptionOf(back)).toMatch(/no se cobró nada/)
    const second = await startPayment(ana, reference)
    expect(second.accessToken).not.toBe(first.accessToken)
  })
})
