import { describe, expect, test } from 'vitest'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { manualClock, startTestSandbox, until } from '#testing/harness/testSandbox.ts'

const clock = manualClock()
const sandbox = startForFile(() => startTestSandbox({}, clock))

const pay = async (card = 'Crédito') => {
  const token = await sandbox.open()
  await sandbox.pay(token, cardNumber(card))
  return token
}
const chargedOf = async (token: string) =>
  (await sandbox.payments()).find((each) => each.token === token)?.charged

describe('voidPayment', () => {
  test('voids a charge once and sends one webhook', async () => {
    const token = await pay()
    expect(await chargedOf(token)).toBe(true)
    for (let n = 0; n < 3; n += 1)
      expect(await sandbox.void(token)).toMatchObject({
        responseHeader: { responseCode: '00' },
        payment: { voided: true, authorized: true, state: 'PROCESSED' },
      })
    expect(await chargedOf(token)).toBe(false)
    clock.advance(60_000)
    const received = () =>
      sandbox.merchant.received.filter(({ payment }) => payment.accessToken === token)
    await until(() => received().length >= 2)
    expect(received().filter(({ event }) => event === 'PAYMENT_VOID')).toHaveLength(1)
  })

  test('cancels an open page, which cannot be charged afterwards', async () => {
    const token = await sandbox.open()
    expect(await sandbox.void(token)).toMatchObject({
      payment: { state: 'CANCELED', voided: false },
    })
    await sandbox.pay(token, cardNumber('Crédito'))
    expect(await chargedOf(token)).toBe(false)
    expect((await sandbox.void(token)).responseHeader.responseCode).toBe('00')
  })

  test('refunds parts of a charge up to it, each once by its audit number', async () => {
    const token = await pay()
    const { amount = 0 } = (await sandbox.payments()).find((each) => each.token === token) ?? {}
    const codeOf = async (part: number, auditNumber: string) =>
      (await sandbox.refund(token, part, auditNumber)).responseHeader.responseCode
    expect(await codeOf(100, '1')).toBe('00')
    expect(await codeOf(100, '1')).toBe('00')
    expect(await codeOf(101, '1')).toBe('94')
    expect(await codeOf(amount - 99, '2')).toBe('13')
    expect(await codeOf(0, '3')).toBe('13')
    expect(await sandbox.query(token)).toMatchObject({
      payments: [{ refunded: true, refundedAmount: 100, authorized: true, voided: false }],
    })
    expect(await codeOf(amount - 100, '4')).toBe('00')
    expect(await chargedOf(token)).toBe(false)
    expect(await codeOf(1, '5')).toBe('12')
  })

  test('cancels a payment before the issuer answers', async () => {
    const token = await pay('Emisor caído')
    await sandbox.void(token)
    clock.advance(600_000)
    expect((await sandbox.query(token)).payments[0]).toMatchObject({
      state: 'CANCELED',
      authorized: false,
    })
    expect(await chargedOf(token)).toBe(false)
  })

  test('answers 00 for a declined payment and changes nothing', async () => {
    const token = await pay('Sin fondos')
    expect(await sandbox.void(token)).toMatchObject({
      responseHeader: { responseCode: '00' },
      payment: { authorized: false, voided: false, authorizerCode: '51' },
    })
  })
})
