import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { findOrCreateAttempt } from '#db/payments/createAttempt.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { waitForBlocked } from '#testing/database/lockHolder.ts'
import { draftOf } from '#testing/harness/attemptSteps.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'

const now = new Date('2026-09-08T12:00:00Z')
const database = demoDatabaseForFile()

/** Adds a debt without attempts. */
async function newDebt(reference: string) {
  const [model] = await database.db.select().from(debt).where(eq(debt.amount, 284_300))
  if (!model) throw new Error('no debt to copy')
  const owed = { ...model, reference, state: 'PENDING' as const }
  await database.db.insert(debt).values(owed)
  return owed
}
const pay = (db: Db, owed: Awaited<ReturnType<typeof newDebt>>) =>
  findOrCreateAttempt(db, draftOf(owed, now))
/** Closes every open page without a charge. */
const closePages = () =>
  database.db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', nextPollAt: null })
    .where(eq(paymentAttempt.state, 'CREATED'))

describe('findOrCreateAttempt', () => {
  test('the call and eraseAccount wait for each other: the second finds what the first did', async () => {
    const owed = await newDebt('D-LEAVING')
    await closePages()
    const erasure = { personId: owed.personId, delayKeys: [], now }

    const first = await newDebt('D-FIRST')
    let erasing: Promise<string> | undefined
    await inTransaction(database.db, async (tx) => {
      expect((await pay(tx, first))?.state).toBe('CREATED')
      erasing = inTransaction(database.db, (other) => eraseAccount(other, erasure))
      await waitForBlocked(database.client, 1)
    })
    expect(await erasing).toBe('paymentPending')
    await closePages()

    let paying: ReturnType<typeof pay> | undefined
    await inTransaction(database.db, async (tx) => {
      expect(await eraseAccount(tx, erasure)).toBe('erased')
      paying = pay(database.db, owed)
      await waitForBlocked(database.client, 1)
    })
    expect(await paying).toBe(null)
  })
})
