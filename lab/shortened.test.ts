import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortened } from '#lab/shortened.ts'

describe('shortened', () => {
  test('finds the first round after which an invariant is violated, in few runs', async () => {
    const drawn = fc
      .integer({ min: 1, max: 5_000 })
      .chain((rounds) =>
        fc.record({ rounds: fc.constant(rounds), first: fc.integer({ min: 1, max: rounds }) }),
      )
    await fc.assert(
      fc.asyncProperty(drawn, async ({ rounds, first }) => {
        let runs = 0
        const runFor = async (count: number) => {
          runs += 1
          return { rounds: count, violations: count >= first ? [{ code: 'P1' }] : [] }
        }
        const found = { rounds, violations: [{ code: 'P1' }, { code: 'X1' }] }
        expect((await shortened(found, runFor)).rounds).toBe(first)
        expect(runs).toBeLessThanOrEqual(Math.ceil(Math.log2(rounds)) + 1)
      }),
    )
  })

  test('takes another invariant for another defect', async () => {
    const runFor = async (rounds: number) => ({ rounds, violations: [{ code: 'L5' }] })
    const found = { rounds: 8, violations: [{ code: 'P1' }] }
    expect(await shortened(found, runFor)).toEqual(found)
  })
})
