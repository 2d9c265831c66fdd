import { afterEach, describe, expect, test } from 'vitest'
import { checkGateway, gatewayHealthJob } from '#server/gateway/gatewayHealthCheck.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { runDueJobs } from '#testing/jobs.ts'
import { startTestPaymentServer, type TestPaymentServer } from '#testing/testPaymentServer.ts'

let server: TestPaymentServer
afterEach(() => server.close())

describe('gateway health check', () => {
  test('sets the metric and logs each change; readyz does not depend on it', async () => {
    server = await startTestPaymentServer()
    const events: string[] = []
    const log = Object.create(server.context.log, {
      info: { value: ({ event }: { event: string }) => events.push(event) },
      warn: { value: ({ event }: { event: string }) => events.push(event) },
    }) as typeof server.context.log
    const context = { ...server.context, log }
    const gauge = async () => (await context.metrics.gatewayUp.get()).values[0]?.value
    const ready = async () => (await fetch(`${server.url}/readyz`)).status

    let was = await checkGateway(context, null)
    was = await checkGateway(context, was)
    expect([was, await gauge()]).toEqual([true, 1])
    server.stub.failures.echo = 'cut'
    was = await checkGateway(context, was)
    was = await checkGateway(context, was)
    expect([was, await gauge(), await ready()]).toEqual([false, 0, 200])
    server.stub.failures = {}
    expect([await checkGateway(context, was), await gauge()]).toEqual([true, 1])
    expect(events).toEqual(['gateway.up', 'gateway.down', 'gateway.up'])
  })

  test('runs on a running server until it stops, and every server shows the result', async () => {
    server = await startTestPaymentServer()
    const other = await server.second()
    const runner = await startJobs(server.context, [gatewayHealthJob])
    await runDueJobs([server.context])
    for (const { metrics } of [server.context, other.context])
      expect((await metrics.gatewayUp.get()).values[0]?.value).toBe(1)
    await runner.stop()
  })
})
