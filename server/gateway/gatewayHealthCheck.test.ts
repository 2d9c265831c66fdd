import { afterEach, expect, test } from 'vitest'
import { checkGateway, startGatewayHealthCheck } from '#server/gateway/gatewayHealthCheck.ts'
import { startTestPaymentServer, type TestPaymentServer } from '#testing/testPaymentServer.ts'

let house: TestPaymentServer
afterEach(() => house.close())

test('whether the gateway answers shows in the metric, is said at each change, and readyz stays green', async () => {
  house = await startTestPaymentServer()
  const said: unknown[] = []
  const log = Object.create(house.context.log, {
    info: { value: (line: unknown) => said.push(line) },
    warn: { value: (line: unknown) => said.push(line) },
  }) as typeof house.context.log
  const context = { ...house.context, log }
  const gauge = async () => (await context.metrics.gatewayUp.get()).values[0]?.value
  const ready = async () => (await fetch(`${house.url}/readyz`)).status

  let was = await checkGateway(context, null)
  was = await checkGateway(context, was)
  expect([was, await gauge()]).toEqual([true, 1])
  house.line.broken.echo = 'cut'
  was = await checkGateway(context, was)
  was = await checkGateway(context, was)
  expect([was, await gauge(), await ready()]).toEqual([false, 0, 200])
  house.line.broken = {}
  expect([await checkGateway(context, was), await gauge()]).toEqual([true, 1])
  expect(said).toEqual([
    'the gateway answers',
    'the gateway does not answer',
    'the gateway answers',
  ])
})

test('a running server asks by itself, and stops when it is told', async () => {
  house = await startTestPaymentServer()
  const pulse = startGatewayHealthCheck(house.context)
  await expect
    .poll(async () => (await house.context.metrics.gatewayUp.get()).values[0]?.value)
    .toBe(1)
  await pulse.stop()
})
