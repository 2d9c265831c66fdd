import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CARDS } from '#sandbox/cards.ts'
import type { TestSandbox } from '#testing/testSandbox.ts'
import { manualClock, startTestSandbox, until } from '#testing/testSandbox.ts'
import { isSigned } from '#sandbox/signature.ts'
import { backoff, MAX_TRIES } from '#sandbox/webhook.ts'

let clock = manualClock()
let sandbox: TestSandbox
beforeEach(async () => {
  clock = manualClock()
  sandbox = await startTestSandbox({}, clock)
})
afterEach(() => sandbox.close())

const numberOf = (name: string) => CARDS.find((card) => card.name === name)?.number ?? ''
const outcomes = async () =>
  (await sandbox.log()).payments.flatMap(({ notices }) => notices.map(({ outcome }) => outcome))

/** Advances the clock in steps until `count` webhooks have been received in all. */
async function hear(count: number) {
  await until(() => {
    clock.advance(100)
    return sandbox.merchant.heard.length >= count
  })
}
async function paid(name: string) {
  const token = await sandbox.open()
  await sandbox.pay(token, numberOf(name))
  return token
}
const told = () =>
  sandbox.merchant.heard.map(
    ({ event, payment }) => `${event} ${payment.state}${payment.voided ? ' voided' : ''}`,
  )

describe('webhooks', () => {
  test('are sent once per payment, signed by the webhook key and not by the gateway key', async () => {
    const token = await paid('Crédito')
    await hear(1)
    const [sent] = sandbox.merchant.heard
    expect(sent).toMatchObject({
      event: 'PAYMENT',
      payment: { accessToken: token, authorized: true },
    })
    const { webhook, gateway } = sandbox.keys
    expect(isSigned(sent, 'requestHeader', { kid: webhook.kid, key: webhook.publicKey })).toBe(true)
    expect(isSigned(sent, 'requestHeader', { kid: gateway.kid, key: gateway.publicKey })).toBe(
      false,
    )
    await expect.poll(outcomes).toEqual(['delivered'])
    clock.advance(3_600_000)
    expect(sandbox.merchant.heard).toHaveLength(1)
  })

  test.each([500, 404, 204])('are retried after HTTP %i until 200', async (status) => {
    sandbox.merchant.status = status
    await paid('Crédito')
    await hear(3)
    expect(await outcomes()).toEqual(['pending'])
    sandbox.merchant.status = 200
    await hear(4)
    await expect.poll(outcomes).toEqual(['delivered'])
    const ids = sandbox.merchant.heard.map(({ requestHeader }) => requestHeader.auditNumber)
    expect(new Set(ids).size).toBe(1)
  })

  test('are retried a bounded number of times with growing delays', async () => {
    expect([1, 2, 3, 7, 40].map(backoff)).toEqual([500, 1000, 2000, 30_000, 30_000])
    sandbox.merchant.status = 500
    await paid('Crédito')
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      await until(() => {
        clock.advance(30_000)
        return sandbox.merchant.heard.length >= tries
      })
    }
    await expect.poll(outcomes).toEqual(['given up'])
    clock.advance(3_600_000)
    expect(sandbox.merchant.heard).toHaveLength(MAX_TRIES)
  })

  test('that are pending at a restart are sent then', async () => {
    sandbox.merchant.status = 503
    const token = await paid('Crédito')
    await hear(1)
    await sandbox.restart()
    sandbox.merchant.status = 200
    sandbox.merchant.heard.length = 0
    await hear(1)
    expect(sandbox.merchant.heard[0]?.payment.accessToken).toBe(token)
    await expect.poll(outcomes).toEqual(['delivered'])
  })

  test('follow a late answer and a void that were pending at a restart', async () => {
    const waiting = await paid('Emisor caído')
    const doomed = await paid('Anulada después')
    await sandbox.restart()
    await hear(3)
    clock.advance(60_000)
    expect((await sandbox.query(waiting)).payments[0]).toMatchObject({ authorized: true })
    expect((await sandbox.query(doomed)).payments[0]).toMatchObject({ voided: true })
  })

  test('arrive before the return with the early behaviour', async () => {
    const token = await sandbox.open()
    const paying = sandbox.pay(token, numberOf('Aviso primero'))
    await hear(1)
    expect((await paying).kind).toBe('returned')
    expect(sandbox.merchant.heard).toHaveLength(1)
  })

  test('are never sent with the lost behaviour', async () => {
    await paid('Aviso perdido')
    await paid('Crédito')
    await hear(1)
    clock.advance(60_000)
    await expect.poll(outcomes).toEqual(['delivered'])
    expect(sandbox.merchant.heard).toHaveLength(1)
  })

  test('are sent three times with the repeated behaviour', async () => {
    await paid('Aviso repetido')
    await hear(3)
    expect(told()).toEqual(Array(3).fill('PAYMENT PROCESSED'))
  })

  test('report the process after the end with the crossed behaviour', async () => {
    await paid('Avisos cruzados')
    await hear(2)
    expect(told()).toEqual(['PAYMENT PROCESSED', 'PAYMENT INPROCESS'])
  })

  test('of a void follow the payment, or precede it with the crossed behaviour', async () => {
    await paid('Anulada después')
    await hear(2)
    expect(told()).toEqual(['PAYMENT PROCESSED', 'PAYMENT_VOID PROCESSED voided'])
    sandbox.merchant.heard.length = 0
    await paid('Anulada, cruzada')
    await hear(2)
    expect(told()).toEqual(['PAYMENT_VOID PROCESSED voided', 'PAYMENT PROCESSED'])
  })

  test('are sent for declines and cancellations', async () => {
    await paid('Sin fondos')
    await hear(1)
    const token = await sandbox.open()
    await sandbox.json('/sandbox/pay', { token, cancel: true })
    await hear(2)
    expect(
      sandbox.merchant.heard.map(({ payment }) => [payment.state, payment.authorized]),
    ).toEqual([
      ['PROCESSED', false],
      ['CANCELED', false],
    ])
  })

  test('are distributed over several server processes, and skip one that does not answer', async () => {
    const shared = await startTestSandbox(
      { MERCHANT_WEBHOOKS: `http://127.0.0.1:1/dead, ${sandbox.merchant.url}/geopay/webhook` },
      clock,
    )
    for (let n = 0; n < 6; n += 1) await shared.pay(await shared.open(), numberOf('Crédito'))
    await hear(6)
    expect(new Set(sandbox.merchant.heard.map(({ payment }) => payment.accessToken)).size).toBe(6)
    await shared.close()
  })
})
