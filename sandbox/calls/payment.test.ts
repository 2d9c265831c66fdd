import { describe, expect, test } from 'vitest'
import { GATEWAY_CALLS } from '#contract/geopay.ts'
import { TOKEN_LIFETIME_MS } from '#sandbox/calls/payment.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { manualClock, startTestSandbox } from '#testing/harness/testSandbox.ts'

const clock = manualClock()
const sandbox = startForFile(() => startTestSandbox({}, clock))

const APPROVES = '9999000000030001'
const returnTo = (callbackUrl: string) => ({ config: { callbackUrl, useRedirect: true } })
const EXPIRED = { responseHeader: { responseCode: '25' } }

describe('payment', () => {
  test('answers a token of at least 128 random bits, signed by the gateway', async () => {
    const answer = await sandbox.send(sandbox.order(122_000))
    expect(answer.responseHeader).toMatchObject({ responseCode: '00' })
    expect(answer.responseHeader.rrn).toMatch(/^\d{12}$/)
    expect(Buffer.from(answer.token ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    expect(sandbox.isGenuine(answer)).toBe(true)
  })

  test('answers a repeat with the same token, and another body with 94', async () => {
    const message = sandbox.order(50_000)
    const first = await sandbox.send(message)
    const later = { ...message.requestHeader, dateTime: '2026-09-07 12:03:00' }
    const again = await sandbox.send({ ...message, requestHeader: later })
    expect(again.token).toBe(first.token)
    const other = await sandbox.send({ ...message, amount: 50_001 })
    expect(other).toMatchObject({ responseHeader: { responseCode: '94' } })
    expect(other.token).toBeUndefined()
    const payments = await sandbox.payments()
    expect(payments.filter(({ token }) => token === first.token)).toHaveLength(1)
  })

  test('opens one payment for twenty concurrent copies', async () => {
    const message = sandbox.order(50_000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.send(message)))
    expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
  })

  test.each([
    ['another merchant', { merchantId: '900002' }, '05'],
    ['a callback that is not registered', returnTo('https://x'), '05'],
    ['a callback named like a built-in', returnTo('toString'), '05'],
    ['an amount of 0', { amount: 0 }, '13'],
    ['a negative amount', { amount: -100 }, '12'],
    ['half a cent', { amount: 100.5 }, '12'],
    ['an amount written as text', { amount: '50000' }, '12'],
    ['a tip above the total', { tipAmount: 60_000 }, '13'],
    ['more taxed than charged', { taxedAmount: 50_000, taxAmount: 1 }, '13'],
    ['an unknown currency', { currency: '032' }, '12'],
    ['no instalments', { installments: '0' }, '12'],
    ['an unused indicator', { indi: 5 }, '12'],
    ['no reference', { reference: '' }, '12'],
  ])('refuses %s without a token', async (_, change, code) => {
    const answer = await sandbox.send(sandbox.order(50_000, change))
    expect(answer.responseHeader.responseCode).toBe(code)
    expect(answer.token).toBeUndefined()
  })

  test('refuses an altered and an unsigned message with the same 05', async () => {
    const message = sandbox.sign(sandbox.order(50_000))
    const answers = [
      await sandbox.json(GATEWAY_CALLS.payment, { ...message, amount: 1 }),
      await sandbox.json(GATEWAY_CALLS.payment, { ...message, unknown: 'field' }),
      await sandbox.json(GATEWAY_CALLS.payment, sandbox.order(50_000)),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        responseHeader: { responseCode: '05', responseDescription: 'Firma inválida' },
      })
  })

  test('accepts unknown fields and an address without a door number', async () => {
    const base = sandbox.order(50_000)
    const address = { country: 'UY', city: 'Rocha', street: 'Ruta 10', doorNumber: 'S/N' }
    const token = await sandbox.open(50_000, {
      invoice: { ...base.invoice, address },
      shippingAddress: address,
    })
    const page = await sandbox.form('', { token })
    expect(page.status).toBe(200)
    expect((await sandbox.pay(token, APPROVES)).kind).toBe('returned')
  })
})

describe('access token', () => {
  test('expires after ten minutes and then answers 25', async () => {
    const token = await sandbox.open()
    clock.advance(TOKEN_LIFETIME_MS - 1)
    const inProcess = { state: 'INPROCESS', card: null, authorized: false }
    expect(await sandbox.query(token)).toMatchObject({ payments: [inProcess] })
    clock.advance(1)
    expect(await sandbox.query(token)).toMatchObject({ ...EXPIRED, payments: [] })
    expect((await sandbox.pay(token, APPROVES)).kind).toBe('expired')
    expect((await sandbox.payments()).find((each) => each.token === token)?.charged).toBe(false)
  })

  test('is charged once by concurrent submissions', async () => {
    const token = await sandbox.open()
    const outcomes = await Promise.all([
      sandbox.pay(token, APPROVES),
      sandbox.pay(token, '9999010000010002'),
      sandbox.pay(token, '9999000000020051'),
    ])
    const ids = outcomes.map(({ data }) => JSON.parse(data ?? '{}').payment.card.cardMask as string)
    expect(new Set(ids).size).toBe(1)
    const [payment] = (await sandbox.query(token)).payments
    expect(payment?.card?.cardMask).toBe(ids[0])
  })

  test('answers 25 when it is unknown', async () => {
    expect(await sandbox.query('nope')).toMatchObject({ ...EXPIRED, payments: [] })
    expect(await sandbox.void('nope')).toMatchObject(EXPIRED)
  })
})

describe('echoTest', () => {
  test('answers 00 to a signed request and 05 to an unsigned one', async () => {
    const requestHeader = sandbox.header()
    const good = await sandbox.json(GATEWAY_CALLS.echoTest, sandbox.sign({ requestHeader }))
    expect(good).toMatchObject({ responseHeader: { responseCode: '00' } })
    const bad = await sandbox.json(GATEWAY_CALLS.echoTest, { requestHeader })
    expect(bad).toMatchObject({ responseHeader: { responseCode: '05' } })
  })
})
