import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from 'vitest'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
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
        const violated = await checkInvariants(withAuditKey(tx as Db, deriveAuditKey(TEST_SECRET)))
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
