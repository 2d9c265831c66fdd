import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import { paymentSteps } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = startForFile(startTestPaymentServer)
const till = startForFile(() => enrolTestTerminal(server))
const ana = startForFile(() => server.as('ana'))
const steps = paymentSteps(server, till)

describe('paymentStatus', () => {
  test('T14: is held until the payment, which the heartbeat tells until it is acknowledged', async () => {
    const { code, reference } = await steps.request()
    const token = await steps.open(ana, code)
    const held = steps.status(reference, { known: 'waiting', wait: 25 })
    const { id } = await steps.pay(ana, token)
    expect(await held).toMatchObject({ state: 'paid', charge: { payment: id } })
    const untold = async (acknowledged: { reference: string; state: 'paid' }[] = []) =>
      accepted(await till.call(heartbeat, { acknowledged })).payments
    expect(await untold()).toMatchObject([{ reference, state: 'paid' }])
    expect(await untold([{ reference, state: 'paid' }])).toEqual([])
  })

  test('tells of the end of the request after 10 minutes, and voids a later charge', async () => {
    const { code, reference } = await steps.request()
    const token = await steps.open(ana, code)
    await server.context.db.execute(
      sql`update payment_request set expires_at = created_at where reference = ${reference}`,
    )
    expect((await steps.status(reference)).state).toBe('expired')
    expect((await steps.pay(ana, token)).state).toBe('VOIDED')
    expect(await server.gatewayPayment(token)).toMatchObject({ voided: true })
  })
})
