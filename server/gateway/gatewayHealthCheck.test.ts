import { afterEach, expect, test } from 'vitest'
import { checkGateway, gatewayHealthJob } from '#server/gateway/gatewayHealthCheck.ts'
import { startJobs } from '#server/jobs/jobRunner.ts'
import { runDueJobs } from '#testing/jobs.ts'
import { startTestPaymentServer, type TestPaymentServer } from '#testing/testPaymentServer.ts'

let server: TestPaymentServer
afterEach(() => server.close())

test('whether the gateway answers shows in the metric, is said at each change, and readyz stays green', async () => {
  server = await startTestPaymentServer()
  const said: unknown[] = []
  const log = Object.create(server.context.log, {
    info: { value: (line: unknown) => said.push(line) },
    warn: { value: (line: unknown) => said.push(line) },
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
  expect(said).toEqual([
    'the gateway answers',
    'the gateway does not answer',
    'the gateway answers',
  ])
})

test('a running server asks by itself, stops when it is told, and every server shows the result', async () => {
  server = await startTestPaymentServer()
  const other = await server.second()
  const runner = await startJobs(server.context, [gatewayHealthJob])
  await runDueJobs([server.context])
  for (const { metrics } of [server.context, other.context])
    expect((await metrics.gatewayUp.get()).values[0]?.value).toBe(1)
  await runner.stop()
})
