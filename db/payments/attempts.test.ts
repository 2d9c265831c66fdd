import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findOrCreateAttempt } from '#db/payments/attempts.ts'
import { eraseAccount } from '#db/accounts/eraseAccount.ts'
import { type FreshDatabase, freshDatabase } from '#testing/freshDatabase.ts'
import { type Db, inTransaction, type DbConnection, connectDb } from '#db/connection.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { uuidOf } from '#db/core/uuid.ts'

/** Who pays from one device and leaves from another: one of the two is first, and the other knows it. */
let database: FreshDatabase
let opened: DbConnection
const now = new Date('2026-09-08T12:00:00Z')
beforeAll(async () => {
  database = await freshDatabase('town')
  opened = await connectDb(database.url, 4)
})
afterAll(async () => {
  await opened.close()
  await database.close()
})

/** Somebody's debt that nobody is paying, on a row of its own. */
async function newDebt(reference: string) {
  const [model] = await opened.db.select().from(debt).where(eq(debt.amount, 284_300))
  if (!model) throw new Error('no debt to copy')
  const owed = { ...model, reference, state: 'PENDING' as const }
  await opened.db.insert(debt).values(owed)
  return owed
}
const pay = async (db: Db, owed: Awaited<ReturnType<typeof newDebt>>) => {
  const { personId, reference, currency, amount, taxedAmount, taxAmount, indi } = owed
  const terms = { currency, amount, taxedAmount, taxAmount, indi, tipAmount: 0, installments: 1 }
  const ours = { netId: 'SURTIDOR', merchantId: '900001', auditNumber: `audit ${reference}` }
  return await findOrCreateAttempt(db, {
    ...terms,
    ...ours,
    id: uuidOf(`attempt ${reference}`),
    personId,
    debtReference: reference,
    createdAt: now,
    lookAt: now,
  })
}
/** Every page that is still open is over, with nothing charged. */
const giveUp = () =>
  opened.db
    .update(paymentAttempt)
    .set({ state: 'EXPIRED', lookAt: null })
    .where(eq(paymentAttempt.state, 'CREATED'))
/** Until somebody waits for a lock of somebody else's. */
const queued = () =>
  vi.waitFor(
    async () => {
      const { rows } = await database.client.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      if (rows.length === 0) throw new Error('nobody waits')
    },
    { timeout: 20_000, interval: 10 },
  )

test('a payment on its way when its person leaves is not opened; one that was first is waited for', async () => {
  const owed = await newDebt('D-LEAVING')
  await giveUp()
  const leaver = { personId: owed.personId, throttleKeys: [], now }

  const first = await newDebt('D-FIRST')
  let leaving: Promise<string> | undefined
  await inTransaction(opened.db, async (tx) => {
    expect((await pay(tx, first))?.state).toBe('CREATED')
    leaving = inTransaction(opened.db, (other) => eraseAccount(other, leaver))
    await queued()
  })
  expect(await leaving).toBe('paymentPending')
  await giveUp()

  let paying: ReturnType<typeof pay> | undefined
  await inTransaction(opened.db, async (tx) => {
    expect(await eraseAccount(tx, leaver)).toBe('erased')
    paying = pay(opened.db, owed)
    await queued()
  })
  expect(await paying).toBe(null)
})
