import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from 'vitest'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { checkInvariants, INVARIANTS } from '#db/invariants/checkInvariants.ts'
import { type Invariant, MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { slicesBetween, violationsIn } from '#db/invariants/slices.ts'
import { type FreshDatabase, freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'

class Rollback extends Error {}

/**
 * Demo data that a test corrupts as the owner of the database, to show that a check finds it.
 * @param prepare adds to the data before
 */
export async function createCorruptibleDatabase(
  prepare: (database: FreshDatabase) => Promise<unknown> = async () => {},
) {
  const database = await freshDatabase('demo')
  await prepare(database)
  const db = drizzle({ client: database.client }) as Db
  return {
    /**
     * Runs the statements without triggers and foreign keys, checks the invariants, and rolls back.
     * @returns the violating rows as JSON, by code of the invariant
     */
    after: async (...statements: string[]) => {
      let violations: Record<string, string> = {}
      const transaction = db.transaction(async (tx) => {
        // Disables triggers and foreign keys, which would refuse the statements.
        await tx.execute(sql`set local session_replication_role = replica`)
        for (const statement of statements) {
          const { rowCount } = await tx.execute(sql.raw(statement))
          if (/^(insert|update|delete)/.test(statement) && !rowCount)
            throw new Error(`no row was changed by: ${statement}`)
        }
        const violated = await checkInvariants(withAuditKey(tx, deriveAuditKey(TEST_SECRET)))
        for (const invariant of INVARIANTS)
          if (invariant.slicedBy) await expectSameInSlices(tx, invariant, violated)
        violations = Object.fromEntries(
          violated.map(({ code, rows }) => [code, JSON.stringify(rows)]),
        )
        throw new Rollback()
      })
      await expect(transaction).rejects.toThrow(Rollback)
      return violations
    },
    close: () => database.close(),
  }
}

/** Three slices of an invariant find the rows that the check of the whole finds. */
async function expectSameInSlices(db: Db, invariant: Invariant, violated: Violation[]) {
  const [[table, column] = ['', '']] = Object.entries(invariant.slicedBy ?? {})
  const { rows } = await db.execute<{ key: string }>(
    sql`select unnest(percentile_disc(array[0.3, 0.6]) within group (order by ${sql.identifier(column)}::text))
      as key from ${sql.identifier(table)}`,
  )
  const bounds = rows.flatMap(({ key }) => key ?? [])
  const inSlices: object[] = []
  for (const slice of slicesBetween(bounds))
    inSlices.push(...(await violationsIn(db, invariant, slice)))
  const whole = violated.find(({ code }) => code === invariant.code)?.rows ?? []
  if (whole.length === MAX_NAMED_ROWS)
    expect(inSlices.length).toBeGreaterThanOrEqual(MAX_NAMED_ROWS)
  else {
    const texts = (list: object[]) => list.map((row) => JSON.stringify(row)).sort()
    expect(new Set(texts(inSlices)), invariant.code).toEqual(new Set(texts(whole)))
  }
}
