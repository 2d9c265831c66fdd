import { describe, expect, test } from 'vitest'
import { type KindName, kindOf } from '#lab/kinds.ts'
import { runInThread } from '#lab/runInThread.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

async function onDatabase<Report>(attack: (databaseUrl: string) => Promise<Report>) {
  const database = await freshDatabase('empty')
  try {
    return await attack(database.url)
  } finally {
    await database.close()
  }
}

/** Declares the tests of a kind, in a file of its own: the runs of one kind take minutes. */
export function testKind(kind: KindName): void {
  describe(`an attack on ${kind}`, () => {
    const { attack, mutations, mutatedAttempts } = kindOf(kind)

    test('has one order of statements and one outcome for a seed, and no violation under faults', async () => {
      const run = {
        kind,
        seed: 7,
        attempts: 36,
        faultRate: 0.02,
        mutation: undefined,
        rounds: undefined,
      }
      const report = () => onDatabase((databaseUrl) => runInThread({ ...run, databaseUrl }))
      const [first, second] = await Promise.all([report(), report()])
      expect(first.violations).toEqual([])
      expect(first.faults).toBeGreaterThan(0)
      expect(second.hashes).toEqual(first.hashes)
    })

    test.each(mutations)('reports what $name lets happen', async (mutation) => {
      const { faultRate = 0, expects } = mutation
      const run = { seed: 1, attempts: mutatedAttempts, faultRate, mutation }
      const { violations } = await onDatabase((databaseUrl) => attack(databaseUrl, run))
      const violated = violations.map(({ code }) => code)
      expect(violated.filter((code) => expects.includes(code))).not.toEqual([])
    })
  })
}
