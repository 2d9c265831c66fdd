import { describe, expect, test } from 'vitest'
import { createMetrics } from '#server/metrics.ts'

const gauge = async (gatewayHealth: () => Promise<boolean | null>) =>
  (await createMetrics(gatewayHealth, async () => 0).gatewayUp.get()).values[0]?.value

describe('surtidor_gateway_up', () => {
  test.each<[string, () => Promise<boolean | null>, number]>([
    ['1 after an answer', async () => true, 1],
    ['0 after a failed echo', async () => false, 0],
    ['NaN without a stored result', async () => null, Number.NaN],
    ['NaN when the database fails', () => Promise.reject(new Error('no database')), Number.NaN],
    ['NaN when the database hangs', () => new Promise(() => {}), Number.NaN],
  ])('is %s', async (_case, gatewayHealth, expected) => {
    expect(await gauge(gatewayHealth)).toBe(expected)
  })
})
