import { describe, expect, test } from 'vitest'
import { type PaymentRun, runPayments } from '#lab/payments/runPayments.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

async function reportOf(run: PaymentRun) {
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

  test('finds the second page or charge of a debt where no statement locks its row', async () => {
    const { violations } = await reportOf({
      seed: 1,
      attempts: 24,
      faultRate: 0,
      mutation: {
        rewrite: (text) => text.replaceAll(/ for update( of [\w", ]+)?( skip locked)?/g, ''),
        // The index would refuse the second open attempt.
        schemaChange: 'drop index attempt_open',
      },
    })
    expect(['P1', 'P2']).toContain(violations[0]?.code)
  })
})
