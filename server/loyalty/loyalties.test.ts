import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

describe('loyalties', () => {
  test('lists the loyalties, the current one first, with points and vehicles', async () => {
    const ana = await server.as('ana')
    const { loyalties: current } = await ana.call(loyalties, {})
    expect(current.map(({ programme }) => programme)).toEqual(['surtidor', 'uber'])
    expect(current[0]?.points).toBeGreaterThan(0)
    expect(current.some(({ vehicles }) => vehicles.length > 0)).toBe(true)
  })

  test('leaves out ended loyalties', async () => {
    const ana = await server.as('ana')
    await server.context.db.execute(
      sql`update loyalty set ended_at = now() where programme = 'uber'`,
    )
    expect((await ana.call(loyalties, {})).loyalties.map(({ programme }) => programme)).toEqual([
      'surtidor',
    ])
  })

  test('is empty for a driver without a loyalty', async () => {
    expect((await (await server.as('fede')).call(loyalties, {})).loyalties).toEqual([])
  })
})
