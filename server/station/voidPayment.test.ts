import { describe, expect, test } from 'vitest'
import { voidPayment } from '#contract/station/voidPayment.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const ana = startForFile(() => server.as('ana'))
const steps = paymentSteps(server, till)

const reason = 'Surtidor equivocado'
const paid = async () => {
  const { code, reference } = await steps.request()
  const token = await steps.open(ana, code)
  await steps.pay(ana, token)
  return { reference, token }
}

describe('voidPayment', () => {
  test('voids the charge, also when the gateway is silent at first', async () => {
    const { reference, token } = await paid()
    server.stub.failures.void = 'cut'
    const first = accepted(await till.call(voidPayment, { reference, reason }))
    expect(first.payment.state).toBe('voiding')
    delete server.stub.failures.void
    const { now } = server.context
    const soon = new Date(now().getTime() + 10_000)
    const poller = startPendingPaymentPoller({ ...server.context, now: () => soon })
    await poller.now()
    await poller.stop()
    expect((await steps.status(reference)).state).toBe('voided')
    expect(await server.gatewayPayment(token)).toMatchObject({ voided: true })
    const again = accepted(await till.call(voidPayment, { reference, reason }))
    expect(again.payment).toMatchObject({ state: 'voided', reason })
  })

  test('is taken until 02:00 after the day of the payment, as by the gateway, and refused afterwards', async () => {
    const waitUntil = (at: string) => server.wait(Date.parse(at) - server.context.now().getTime())
    waitUntil('2026-09-07T23:50:00-03:00')
    const [one, other] = [await paid(), await paid()]
    const voided = async ({ reference }: typeof one) =>
      await till.call(voidPayment, { reference, reason })
    waitUntil('2026-09-08T01:59:59-03:00')
    expect(accepted(await voided(one)).payment.state).toBe('voided')
    waitUntil('2026-09-08T02:00:00-03:00')
    const { responseHeader } = await voided(other)
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'day_closed' })
  })

  test('is refused of a request that is not paid', async () => {
    const waiting = await steps.request()
    const early = await till.call(voidPayment, { reference: waiting.reference, reason })
    expect(early.responseHeader).toMatchObject({ responseCode: '05', reason: 'not_paid' })
  })
})
