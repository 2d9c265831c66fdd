import { describe, expect, test } from 'vitest'
import { cancelPayment } from '#contract/station/cancelPayment.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const ana = startForFile(() => server.as('ana'))
const steps = paymentSteps(server, till)

const cancel = async (reference: string) =>
  accepted(await till.call(cancelPayment, { reference })).payment.state

describe('cancelPayment', () => {
  test('voids at the gateway what the open page charges afterwards', async () => {
    const { code, reference } = await steps.request()
    const token = await steps.open(ana, code)
    expect(await cancel(reference)).toBe('cancelled')
    expect((await steps.pay(ana, token)).state).toBe('VOIDED')
    expect(await server.gatewayPayment(token)).toMatchObject({ voided: true })
    expect((await steps.status(reference)).state).toBe('cancelled')
  })

  test('T13: a cancel and an approval at the same moment leave either a paid request or a voided charge', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { code, reference } = await steps.request()
      const token = await steps.open(ana, code)
      const [payment, state] = await Promise.all([steps.pay(ana, token), cancel(reference)])
      const charged = (await server.gatewayPayment(token))?.voided === false
      expect([payment.state, state, charged]).toEqual(
        state === 'paid' ? ['PAID', 'paid', true] : ['VOIDED', 'cancelled', false],
      )
    }
  })
})
