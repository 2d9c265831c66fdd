import { describe, expect, test } from 'vitest'
import { isSigned } from '#sandbox/signature.ts'
import { backoff, MAX_TRIES } from '#sandbox/webhook.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { manualClock, startTestSandbox, until } from '#testing/harness/testSandbox.ts'

let clock = manualClock()
const sandbox = startForEachTest(() => {
  clock = manualClock()
  return startTestSandbox({}, clock)
})

const outcomes = async () =>
  (await sandbox.payments()).flatMap(({ webhooks }) => webhooks.map(({ outcome }) => outcome))

/** Advances the clock in steps until the merchant has received `count` webhooks in all. */
async function waitForWebhooks(count: number) {
  await until(() => {
    clock.advance(100)
    return sandbox.merchant.received.length >= count
  })
}
async function pay(name: string) {
  const token = await sandbox.open()
  await sandbox.pay(token, cardNumber(name))
  return token
}
const receivedEvents = () =>
  sandbox.merchant.received.map(({ event, payment: { state, authorized, voided } }) =>
    [event, state, authorized && 'authorized', voided && 'voided'].filter(Boolean).join(' '),
  )

describe('webhook', () => {
  test('is sent once, signed with the webhook key and not with the gateway key', async () => {
    const token = await pay('Crédito')
    await waitForWebhooks(1)
    const [sent] = sandbox.merchant.received
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
    expect(sandbox.merchant.received).toHaveLength(1)
  })

  test.each([500, 404, 204])('is repeated after HTTP %i until HTTP 200', async (status) => {
    sandbox.merchant.status = status
    await pay('Crédito')
    await waitForWebhooks(3)
    expect(await outcomes()).toEqual(['pending'])
    sandbox.merchant.status = 200
    await waitForWebhooks(4)
    await expect.poll(outcomes).toEqual(['delivered'])
    const ids = sandbox.merchant.received.map(({ requestHeader }) => requestHeader.auditNumber)
    expect(new Set(ids).size).toBe(1)
  })

  test('is given up after MAX_TRIES, with growing delays', async () => {
    expect([1, 2, 3, 7, 40].map(backoff)).toEqual([500, 1000, 2000, 30_000, 30_000])
    sandbox.merchant.status = 500
    await pay('Crédito')
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      await until(() => {
        clock.advance(30_000)
        return sandbox.merchant.received.length >= tries
      })
    }
    await expect.poll(outcomes).toEqual(['given up'])
    clock.advance(3_600_000)
    expect(sandbox.merchant.received).toHaveLength(MAX_TRIES)
  })

  test('is sent after a restart when it was pending', async () => {
    sandbox.merchant.status = 503
    const token = await pay('Crédito')
    await waitForWebhooks(1)
    await sandbox.restart()
    sandbox.merchant.status = 200
    sandbox.merchant.received.length = 0
    await waitForWebhooks(1)
    expect(sandbox.merchant.received[0]?.payment.accessToken).toBe(token)
    await expect.poll(outcomes).toEqual(['delivered'])
  })

  test('the webhooks of a late answer and of a void are sent after a restart', async () => {
    const late = await pay('Emisor caído')
    const voided = await pay('Anulada después')
    await sandbox.restart()
    await waitForWebhooks(3)
    clock.advance(60_000)
    expect((await sandbox.query(late)).payments[0]).toMatchObject({ authorized: true })
    expect((await sandbox.query(voided)).payments[0]).toMatchObject({ voided: true })
  })

  test('webhookFirst: arrives before the page answers', async () => {
    const token = await sandbox.open()
    const paying = sandbox.pay(token, cardNumber('Aviso primero'))
    await waitForWebhooks(1)
    expect((await paying).kind).toBe('returned')
    expect(sandbox.merchant.received).toHaveLength(1)
  })

  test('webhookLost: is never sent', async () => {
    await pay('Aviso perdido')
    await pay('Crédito')
    await waitForWebhooks(1)
    clock.advance(60_000)
    await expect.poll(outcomes).toEqual(['delivered'])
    expect(sandbox.merchant.received).toHaveLength(1)
  })

  const CHARGED = 'PAYMENT PROCESSED authorized'
  const VOIDED = 'PAYMENT_VOID PROCESSED authorized voided'
  test.each([
    ['Aviso repetido', CHARGED, CHARGED, CHARGED],
    ['Avisos cruzados', CHARGED, 'PAYMENT INPROCESS'],
    ['Anulada después', CHARGED, VOIDED],
    ['Anulada, cruzada', VOIDED, CHARGED],
    ['Sin fondos', 'PAYMENT PROCESSED'],
  ])('%s: its events arrive in the order of the card', async (card, ...events) => {
    await pay(card)
    await waitForWebhooks(events.length)
    expect(receivedEvents()).toEqual(events)
  })

  test('is sent for a cancellation', async () => {
    const token = await sandbox.open()
    await sandbox.json('/sandbox/pay', { token, cancel: true })
    await waitForWebhooks(1)
    expect(receivedEvents()).toEqual(['PAYMENT CANCELED'])
  })

  test('goes to several addresses in turn and skips one that does not answer', async () => {
    const shared = await startTestSandbox(
      { MERCHANT_WEBHOOKS: `http://127.0.0.1:1/dead, ${sandbox.merchant.url}/geopay/webhook` },
      clock,
    )
    for (let n = 0; n < 6; n += 1) await shared.pay(await shared.open(), cardNumber('Crédito'))
    await waitForWebhooks(6)
    expect(new Set(sandbox.merchant.received.map(({ payment }) => payment.accessToken)).size).toBe(
      6,
    )
    await shared.close()
  })
})
