import { describe, expect, test } from 'vitest'
import type { LabRun } from '#lab/inProcess/labStack.ts'
import { runSales } from '#lab/sales/runSales.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

async function reportOf(run: LabRun) {
  const database = await freshDatabase('empty')
  try {
    return await runSales(database.url, run)
  } finally {
    await database.close()
  }
}

describe('runSales', () => {
  test('has one order of statements and one outcome for a seed, and no violation under faults', async () => {
    const run = { seed: 5, attempts: 60, faultRate: 0.01 }
    const first = await reportOf(run)
    expect(first.violations).toEqual([])
    expect(first.faults).toBeGreaterThan(0)
    expect((await reportOf(run)).hashes).toEqual(first.hashes)
  })
})
