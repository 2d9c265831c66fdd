import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { consume, giveBack } from '#db/accounts/rateLimits.ts'
import { connectDb, type DbConnection, inTransaction } from '#db/core/connection.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

const fresh = startForFile(() => freshDatabase('demo'))
let connections: DbConnection[]
beforeAll(async () => {
  connections = await Promise.all([1, 2].map(() => connectDb(fresh.url, 4)))
})
afterAll(() => Promise.all(connections.map((connection) => connection.close())))

const START = new Date('2026-09-07T15:00:00Z').getTime()
const newKey = () => randomBytes(32)
/** A process's database. */
const dbOf = (n: number) => (connections[n % 2] as DbConnection).db
const take = async (key: Buffer, points: number, at: number, n = 0) =>
  (await consume(dbOf(n), key, { points, per: HOUR_MS }, new Date(at))) === null

describe('consume', () => {
  test('gives concurrent takers of two processes no more points than there are', async () => {
    for (const points of [1, 2, 7, 20]) {
      const key = newKey()
      const taken = await Promise.all(
        Array.from({ length: 30 }, (_, n) => take(key, points, START, n)),
      )
      expect(taken.filter(Boolean)).toHaveLength(Math.min(30, points))
    }
  })

  test('gives no more in any span than the points and what is refilled in it', async () => {
    const steps = fc.array(
      fc.record({ wait: fc.nat(HOUR_MS), takers: fc.integer({ min: 1, max: 8 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), steps, async (points, drawn) => {
        const key = newKey()
        const interval = Math.floor(HOUR_MS / points)
        const times: number[] = []
        let now = START
        for (const { wait, takers } of drawn) {
          now += wait
          const taken = await Promise.all(
            Array.from({ length: takers }, (_, n) => take(key, points, now, n)),
          )
          times.push(...taken.filter(Boolean).map(() => now))
        }
        for (const [first, from] of times.entries())
          for (const [last, to] of times.entries())
            if (last >= first)
              expect(last - first + 1).toBeLessThanOrEqual(points + (to - from + 1) / interval)
        // An hour after the last one the bucket is full.
        now += HOUR_MS
        for (let n = 0; n < points; n += 1) expect(await take(key, points, now)).toBe(true)
        expect(await take(key, points, now)).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  test('answers the instant from which there is a point again, and gives one back', async () => {
    const key = newKey()
    const bucket = { points: 3, per: HOUR_MS }
    const at = new Date(START)
    for (let n = 0; n < 3; n += 1) expect(await consume(dbOf(n), key, bucket, at)).toBeNull()
    expect(await consume(dbOf(0), key, bucket, at)).toEqual(new Date(START + HOUR_MS / 3))
    await giveBack(dbOf(1), key, bucket)
    expect(await consume(dbOf(0), key, bucket, at)).toBeNull()
    expect(await consume(dbOf(0), key, bucket, at)).not.toBeNull()
    expect(await consume(dbOf(0), newKey(), bucket, at)).toBeNull()
  })

  test('takes nothing in a transaction that is rolled back', async () => {
    const key = newKey()
    const rolledBack = inTransaction(dbOf(0), async (tx) => {
      expect(await consume(tx, key, { points: 1, per: HOUR_MS }, new Date(START))).toBeNull()
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await take(key, 1, START)).toBe(true)
  })
})
