import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayReturn } from '#contract/geopay.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { ledgerTransaction } from '#db/tables/ledger.ts'
import { notification } from '#db/tables/messaging.ts'
import { gatewayMessage } from '#db/tables/payments.ts'
import { signedText } from '#testing/fixtures/gatewayMessages.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

let reference: string
let token: string
const server = startForFile(startTestPaymentServer)
const ana = startForFile(() => server.as('ana'))
beforeEach(async () => {
  server.stub.failures = {}
  reference = await server.addDebt(284_300)
  token = (await startPayment(ana, reference)).accessToken
})

const sendReturn = (who: Person, data: string | object | null) =>
  who.call(processGEOPayResponse, { geopayResponse: (data ?? '') as string })
const descriptionOf = ({ responseHeader }: { responseHeader: { responseDescription: string } }) =>
  responseHeader.responseDescription
const currentRows = async () => {
  const { db } = server.context
  const debtRow = await server.debtRow(reference)
  const attempts = await server.attemptsOf(reference)
  const posted = await db
    .select()
    .from(ledgerTransaction)
    .where(
      and(
        eq(ledgerTransaction.event, 'payment'),
        eq(ledgerTransaction.eventId, attempts[0]?.paymentToken ?? ''),
      ),
    )
  const notifications = await db
    .select()
    .from(notification)
    .where(eq(notification.event, `payment:${attempts[0]?.id}:${attempts[0]?.state}`))
  return { debt: debtRow, attempts, posted: posted.length, notifications }
}
const expectUnchanged = async () => {
  const { debt, attempts, posted } = await currentRows()
  expect({ debt: debt.state, attempt: attempts[0]?.state, posted }).toEqual({
    debt: 'PENDING',
    attempt: 'CREATED',
    posted: 0,
  })
}
const signedWith = (key: 'gateway' | 'webhook', message: GatewayReturn) =>
  signedText(server.keysDir, message, 'responseHeader', { key })

describe('processGEOPayResponse', () => {
  test('posts debt, points and notification of a payment once', async () => {
    const { loyaltyCode } = (await currentRows()).debt
    const before = await balanceOf(server.context.db, loyaltyCode ?? '')
    const { payment, responseHeader } = await sendReturn(ana, await server.pay(token, 'debit'))
    expect(responseHeader.responseCode).toBe('00')
    expect(payment).toMatchObject({
      reference,
      state: 'PAID',
      amount: 284_300,
      currency: '858',
      maskedCard: 'Débito de prueba ····0002',
      cardType: 'CA',
      law: '19.210',
      refund: 4660,
      installments: 1,
      points: 120,
      reason: '',
    })
    expect(payment.authorizationCode).toMatch(/^\d{6}$/)
    const { debt, attempts, posted, notifications } = await currentRows()
    expect({ debt: debt.state, posted }).toEqual({ debt: 'PAID', posted: 1 })
    expect(attempts).toMatchObject([{ state: 'PAID', nextPollAt: null }])
    expect(notifications).toMatchObject([{ type: 5, amount: 284_300, title: 'Recibimos tu pago' }])
    expect(await balanceOf(server.context.db, loyaltyCode ?? '')).toBe(before + 120)
  })

  test('returns the stored result of a repeated return, without effects', async () => {
    const data = await server.pay(token)
    const first = await sendReturn(ana, data)
    // A settled payment is not queried again.
    server.stub.failures.query = 'cut'
    const second = await sendReturn(ana, data)
    const parsed = await sendReturn(ana, JSON.parse(data ?? '') as object)
    expect([second.payment, parsed.payment]).toEqual([first.payment, first.payment])
    server.wait(24 * 3_600_000)
    expect((await sendReturn(ana, data)).payment).toEqual(first.payment)
    expect((await currentRows()).posted).toBe(1)
  })

  test.each([
    ['51', 'La tarjeta no tiene fondos suficientes.'],
    ['54', 'La tarjeta está vencida.'],
    ['05', 'El emisor de la tarjeta no autorizó el pago.'],
  ] as const)('rejects with %s: the reason is shown and the debt stays', async (card, reason) => {
    const { payment } = await sendReturn(ana, await server.pay(token, card))
    expect(payment).toMatchObject({ state: 'REJECTED', reason, authorizationCode: '', points: 0 })
    const { debt, posted, notifications } = await currentRows()
    expect({ debt: debt.state, posted, notifications: notifications.length }).toEqual({
      debt: 'PENDING',
      posted: 0,
      notifications: 1,
    })
  })

  test('rejects a cancelled page without a notification', async () => {
    const { payment } = await sendReturn(ana, await server.cancel(token))
    expect(payment).toMatchObject({ state: 'REJECTED', reason: 'Cancelaste el pago.' })
    expect((await currentRows()).notifications).toEqual([])
  })

  test('answers PROCESSING and schedules a poll when the gateway does not answer', async () => {
    const data = await server.pay(token)
    server.stub.failures.query = 'cut'
    const { payment, responseHeader } = await sendReturn(ana, data)
    expect({ code: responseHeader.responseCode, state: payment.state }).toEqual({
      code: '00',
      state: 'PROCESSING',
    })
    const [attempt] = (await currentRows()).attempts
    expect(attempt?.nextPollAt?.getTime()).toBe(server.context.now().getTime() + 5_000)
    server.stub.failures = {}
    expect((await sendReturn(ana, data)).payment.state).toBe('PAID')
  })

  test('answers PROCESSING until the issuer has answered', async () => {
    const data = await server.pay(token, 'issuerDown')
    expect((await sendReturn(ana, data)).payment.state).toBe('PROCESSING')
    server.endIssuerOutage()
    expect((await sendReturn(ana, data)).payment.state).toBe('PAID')
  })

  test.each([
    ['an altered amount', (m: GatewayReturn) => (m.payment.amount = 1)],
    ['an unknown field', (m: GatewayReturn) => (m.payment.bonus = 'x')],
    ['an approval made into a decline', (m: GatewayReturn) => (m.payment.authorized = false)],
    ['another token', (m: GatewayReturn) => (m.token = `${m.token}x`)],
    ['no signature', (m: GatewayReturn) => (m.responseHeader.digitalSign = '')],
    ['another key’s name', (m: GatewayReturn) => (m.responseHeader.kid = 'abcdefghijklmnop')],
    ['no key’s name', (m: GatewayReturn) => delete m.responseHeader.kid],
  ])('refuses a forgery: %s', async (_what, forge) => {
    const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
    forge(message)
    const answer = await sendReturn(ana, JSON.stringify(message))
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(descriptionOf(answer)).toMatch(/No pudimos validar/)
    await expectUnchanged()
  })

  test('refuses a return that is signed with the webhooks’ key', async () => {
    const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
    expect(descriptionOf(await sendReturn(ana, signedWith('webhook', message)))).toMatch(
      /No pudimos validar/,
    )
    expect((await sendReturn(ana, signedWith('gateway', message))).payment.state).toBe('PAID')
  })

  test.each([
    ['reference', (m: GatewayReturn) => (m.reference = 'FAC-1')],
    ['payment’s reference', (m: GatewayReturn) => (m.payment.reference = 'FAC-1')],
    ['amount', (m: GatewayReturn) => (m.payment.amount = 1)],
    ['currency', (m: GatewayReturn) => (m.payment.currency = '840')],
    ['merchant', (m: GatewayReturn) => (m.payment.merchantId = '900002')],
    ['payment’s token', (m: GatewayReturn) => (m.payment.accessToken = 'another')],
  ])('refuses a signed return with another %s, and schedules a poll', async (_what, differ) => {
    const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
    differ(message)
    const answer = await sendReturn(ana, signedWith('gateway', message))
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(descriptionOf(answer)).toMatch(/no coincide/)
    await expectUnchanged()
  })

  test.each([
    ['eleven minutes old', -660_000, '05'],
    ['eleven minutes ahead', 660_000, '05'],
    ['nine minutes old', -540_000, '00'],
  ])('of a signed return that is %s', async (_what, shift, code) => {
    const message = JSON.parse((await server.pay(token)) ?? '') as GatewayReturn
    const at = new Date(server.context.now().getTime() + shift)
    message.payment.dateTime = toHeaderTime(at)
    const answer = await sendReturn(ana, signedWith('gateway', message))
    expect(answer.responseHeader.responseCode).toBe(code)
    if (code === '05') await expectUnchanged()
  })

  test.each(['', '{', 'null', '[]', '"x"', '{"__proto__":{"token":1}}', '{"token":{}}'])(
    'refuses what is no return: %s',
    async (text) => {
      const answer = await sendReturn(ana, text)
      expect({ status: answer.status, code: answer.responseHeader.responseCode }).toEqual({
        status: 200,
        code: '05',
      })
      await expectUnchanged()
    },
  )

  test('records each verified return once', async () => {
    const data = await server.pay(token)
    await Promise.all([sendReturn(ana, data), sendReturn(ana, data), sendReturn(ana, data)])
    const [attempt] = (await currentRows()).attempts
    const recorded = await server.context.db
      .select()
      .from(gatewayMessage)
      .where(eq(gatewayMessage.attemptId, attempt?.id ?? ''))
    expect(recorded).toMatchObject([{ kind: 'return' }])
    expect((await currentRows()).posted).toBe(1)
  })
})
