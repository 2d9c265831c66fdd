import { describe, expect, test } from 'vitest'
import { gatewayHealthJob } from '#server/gateway/gatewayHealthCheck.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { runDueJobs } from '#testing/harness/jobSteps.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForEachTest(startTestPaymentServer)

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

    expect(await gauge()).toBeNaN()
    const runner = await startJobs(context, [gatewayHealthJob])
    const check = async () => {
      await context.jobs.add(context.db, 'gateway_health', {})
      await runDueJobs([context])
    }

    await check()
    await check()
    expect(await gauge()).toBe(1)
    server.stub.failures.echo = 'cut'
    await check()
    await check()
    expect([await gauge(), await ready()]).toEqual([0, 200])
    server.stub.failures = {}
    await check()
    expect(await gauge()).toBe(1)
    await runner.stop()
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
