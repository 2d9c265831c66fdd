import { describe, expect, test } from 'vitest'
import type { LabRun } from '#lab/inProcess/labStack.ts'
import { PAYMENT_MUTATIONS } from '#lab/payments/mutations.ts'
import { runPayments } from '#lab/payments/runPayments.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

async function reportOf(run: LabRun) {
  const database = await freshDatabase('empty')
  try {
    return await runPayments(database.url, run)
  } finally {
    await database.close()
  }
}

describe('runPayments', () => {
  test('has one order of statements and one outcome for a seed, and no violation under faults', async () => {
    const run = { seed: 7, attempts: 12, faultRate: 0.02 }
    const first = await reportOf(run)
    expect(first.violations).toEqual([])
    expect(first.faults).toBeGreaterThan(0)
    expect((await reportOf(run)).hashes).toEqual(first.hashes)
  })

  test.each(PAYMENT_MUTATIONS)('reports what $name lets happen', async (mutation) => {
    const { faultRate = 0, expects } = mutation
    const { violations } = await reportOf({ seed: 1, attempts: 48, faultRate, mutation })
    expect(violations.map(({ code }) => code).filter((code) => expects.includes(code))).not.toEqual(
      [],
    )
  })
})
