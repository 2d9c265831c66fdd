import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkGateway, gatewayHealthJob } from '#server/gateway/gatewayHealthCheck.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { runDueJobs } from '#testing/jobs.ts'
import { startTestPaymentServer, type TestPaymentServer } from '#testing/testPaymentServer.ts'

let server: TestPaymentServer
beforeEach(async () => {
  server = await startTestPaymentServer()
})
afterEach(() => server.close())

describe('gateway health check', () => {
  test('sets the metric, logs each change and leaves readyz alone', async () => {
    const events: unknown[] = []
    const record = ({ event }: { event: string }) => events.push(event)
    const log = Object.create(server.context.log, {
      info: { value: record },
      warn: { value: record },
    }) as typeof server.context.log
    const context = { ...server.context, log }
    const gauge = async () => (await context.metrics.gatewayUp.get()).values[0]?.value
    const ready = async () => (await fetch(`${server.url}/readyz`)).status

    let wasUp = await checkGateway(context, null)
    wasUp = await checkGateway(context, wasUp)
    expect([wasUp, await gauge()]).toEqual([true, 1])
    server.stub.failures.echo = 'cut'
    wasUp = await checkGateway(context, wasUp)
    wasUp = await checkGateway(context, wasUp)
    expect([wasUp, await gauge(), await ready()]).toEqual([false, 0, 200])
    server.stub.failures = {}
    expect([await checkGateway(context, wasUp), await gauge()]).toEqual([true, 1])
    expect(events).toEqual(['gateway.available', 'gateway.unavailable', 'gateway.available'])
  })

  test('runs as a job in one process, and every process shows the result', async () => {
    const other = await server.second()
    const runner = await startJobs(server.context, [gatewayHealthJob])
    await runDueJobs([server.context])
    for (const { metrics } of [server.context, other.context])
      expect((await metrics.gatewayUp.get()).values[0]?.value).toBe(1)
    await runner.stop()
  })
})
