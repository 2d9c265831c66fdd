import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { type Person, personAt } from '#testing/testServer.ts'
import {
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/** One open attempt of a debt, and one live token, whoever asks and however often. */
let server: TestPaymentServer
let ana: Person
beforeAll(async () => {
  server = await startTestPaymentServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())
beforeEach(() => {
  server.line.broken = {}
})

const attemptsOf = (reference: string) =>
  server.context.db.select().from(paymentAttempt).where(eq(paymentAttempt.debtReference, reference))
const said = ({ responseHeader }: { responseHeader: { responseDescription: string } }) =>
  responseHeader.responseDescription
const ofDebt = async (reference: string) =>
  (await server.truth()).filter((payment) => payment.reference === reference)

test('twenty taps on two servers: one attempt, one token, one payment at the gateway', async () => {
  const reference = await server.owe(123_450)
  const other = await server.second()
  const there = personAt(`http://127.0.0.1:${other.port}`, ana.token, server.context.now)
  const taps = Array.from({ length: 20 }, (_, tap) =>
    (tap % 2 ? ana : there).call(getGEOPayAccessToken, {
      geopayNetId: 'SURTIDOR',
      geopayMerchantId: '900001',
      debtData: { reference },
    }),
  )
  const answers = await Promise.all(taps)
  expect(answers.map(({ responseHeader }) => responseHeader.responseCode)).toEqual(
    Array.from({ length: 20 }, () => '00'),
  )
  expect(new Set(answers.map(({ accessToken }) => accessToken)).size).toBe(1)
  expect(await attemptsOf(reference)).toHaveLength(1)
  expect(await ofDebt(reference)).toHaveLength(1)
})

test('an answer of the gateway that got lost: asking again finds the same payment', async () => {
  const reference = await server.owe(123_450)
  server.line.broken.open = 'lost'
  const lost = await openPayment(ana, reference)
  expect(lost.responseHeader.responseCode).toBe('05')
  expect(said(lost)).toMatch(/No se cobró nada/)
  expect(await attemptsOf(reference)).toMatchObject([{ state: 'CREATED', accessToken: null }])
  server.line.broken = {}
  const { accessToken } = await openPayment(ana, reference)
  expect((await ofDebt(reference)).map(({ token }) => token)).toEqual([accessToken])
  expect(await attemptsOf(reference)).toMatchObject([{ state: 'CREATED', accessToken }])
})

test('an attempt that never got its token is dropped after a while for a new one', async () => {
  const reference = await server.owe(123_450)
  server.line.broken.open = 'lost'
  await openPayment(ana, reference)
  server.line.broken = {}
  server.wait(120_000)
  const { accessToken } = await openPayment(ana, reference)
  const attempts = await attemptsOf(reference)
  expect(attempts.map(({ state, accessToken }) => `${state} ${accessToken}`).toSorted()).toEqual([
    `CREATED ${accessToken}`,
    'EXPIRED null',
  ])
})

test('other instalments: the old page is closed at the gateway before a new one opens', async () => {
  const reference = await server.owe(1_859_000)
  const first = await openPayment(ana, reference, { installments: 6 })
  const second = await openPayment(ana, reference, { installments: 3 })
  expect(second.accessToken).not.toBe(first.accessToken)
  const states = (await ofDebt(reference)).map(({ token, state }) => [token, state])
  expect(states).toEqual([
    [first.accessToken, 'CANCELED'],
    [second.accessToken, 'OPEN'],
  ])
  const attempts = await attemptsOf(reference)
  expect(attempts.map(({ state, installments }) => `${state} ${installments}`).toSorted()).toEqual([
    'CREATED 3',
    'EXPIRED 6',
  ])
  expect((await openPayment(ana, reference, { installments: 3 })).accessToken).toBe(
    second.accessToken,
  )
})

test('other instalments after the old page was paid: the payment stands', async () => {
  const reference = await server.owe(1_859_000)
  const { accessToken } = await openPayment(ana, reference, { installments: 6 })
  await server.pay(accessToken)
  const again = await openPayment(ana, reference, { installments: 3 })
  expect(said(again)).toBe('Esa deuda ya está paga.')
  expect(await ofDebt(reference)).toMatchObject([{ charged: true, voided: false }])
  expect(await attemptsOf(reference)).toMatchObject([{ state: 'PAID', installments: 1 }])
})

test('a page paid between our asking and our closing gives the money back, and says so', async () => {
  const reference = await server.owe(1_859_000)
  const { accessToken } = await openPayment(ana, reference, { installments: 6 })
  server.line.before.void = async () => void (await server.pay(accessToken))
  const again = await openPayment(ana, reference, { installments: 3 })
  expect(again.responseHeader.responseCode).toBe('00')
  const states = (await ofDebt(reference)).map(({ charged, voided }) => ({ charged, voided }))
  expect(states).toEqual([
    { charged: false, voided: true },
    { charged: false, voided: false },
  ])
  expect((await attemptsOf(reference)).map(({ state }) => state).toSorted()).toEqual([
    'CREATED',
    'VOIDED',
  ])
})

test('an expired token is asked about first, then replaced', async () => {
  const reference = await server.owe(123_450)
  const { accessToken } = await openPayment(ana, reference)
  server.wait(601_000)
  server.line.broken.query = 'cut'
  expect(said(await openPayment(ana, reference))).toMatch(/Todavía no pudimos confirmar/)
  server.line.broken = {}
  const again = await openPayment(ana, reference)
  expect(again.accessToken).not.toBe(accessToken)
  expect((await attemptsOf(reference)).map(({ state }) => state).toSorted()).toEqual([
    'CREATED',
    'EXPIRED',
  ])
})

test('an expired token that was paid at the last moment settles the debt instead', async () => {
  const reference = await server.owe(123_450)
  const { accessToken } = await openPayment(ana, reference)
  server.wait(599_000)
  await server.pay(accessToken)
  server.wait(5_000)
  expect(said(await openPayment(ana, reference))).toBe('Esa deuda ya está paga.')
  expect(await attemptsOf(reference)).toMatchObject([{ state: 'PAID', accessToken }])
})

test('while an outcome is unknown nobody is told to pay again', async () => {
  const reference = await server.owe(123_450)
  const { accessToken } = await openPayment(ana, reference)
  const data = await server.pay(accessToken)
  server.line.broken.query = 'cut'
  const { payment } = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  expect(payment.state).toBe('PROCESSING')
  const again = await openPayment(ana, reference)
  expect(again.responseHeader.responseCode).toBe('05')
  expect(said(again)).toMatch(/Estamos confirmando/)
  expect(await attemptsOf(reference)).toHaveLength(1)
})

test('a debt of x,25, whose token is dead from the start, can be tried again and again', async () => {
  const { db } = server.context
  const reference = await server.owe(7700)
  await db.update(debt).set({ amount: 7725 }).where(eq(debt.reference, reference))
  const first = await openPayment(ana, reference)
  const data = await server.pay(first.accessToken)
  const back = await ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  expect(said(back)).toMatch(/no se cobró nada/)
  const second = await openPayment(ana, reference)
  expect(second.accessToken).not.toBe(first.accessToken)
})
