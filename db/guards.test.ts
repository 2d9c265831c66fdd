import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#db/freshDatabase.ts'
import { type OpenDb, openDb, sqlState } from '#db/open.ts'
import { debt } from '#db/tables/payments.ts'

/** What the database refuses by itself, whatever a server may think. */
let database: FreshDatabase
let opened: OpenDb
let model: typeof debt.$inferSelect
beforeAll(async () => {
  database = await freshDatabase('town')
  opened = await openDb(database.url, 2)
  const [row] = await opened.db.select().from(debt).where(eq(debt.amount, 284_300))
  if (!row) throw new Error('no debt to copy')
  model = row
})
afterAll(async () => {
  await opened.close()
  await database.close()
})

const CHECK_VIOLATION = '23514'
/** The SQLSTATE with which something is refused; undefined: it is not. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => sqlState(error),
  )

test.each([
  ['points that nobody would get', { loyaltyCode: null, points: 120 }, CHECK_VIOLATION],
  ['points below zero', { points: -1 }, CHECK_VIOLATION],
  ['no points for nobody', { loyaltyCode: null, points: 0 }, undefined],
  ['no points for a member', { points: 0 }, undefined],
])('a debt promises only what can be given: %s', async (what, of, refused) => {
  const owed = { ...model, ...of, reference: `GUARD-${what}`, state: 'PENDING' as const }
  expect(await refusal(opened.db.insert(debt).values(owed))).toBe(refused)
})
