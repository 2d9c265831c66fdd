import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect } from 'vitest'
import { freshDatabase } from '#testing/freshDatabase.ts'
import type { Db } from '#db/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'

/** A town whose promises are broken on purpose, as only the owner could, for tests of who finds it. */
export interface CorruptibleDatabase {
  /** What is found after the statements, by promise, with its rows as text; the town is as before afterwards. */
  after(...statements: string[]): Promise<Record<string, string>>
  close(): Promise<void>
}

class Undo extends Error {}

export async function openCorruptibleDatabase(): Promise<CorruptibleDatabase> {
  const database = await freshDatabase('town')
  const db = drizzle({ client: database.client }) as Db
  return {
    after: async (...statements) => {
      let found: Record<string, string> = {}
      const broken = db.transaction(async (tx) => {
        // The guards would refuse what these tests do.
        await tx.execute(sql`set local session_replication_role = replica`)
        for (const statement of statements) {
          const { rowCount } = await tx.execute(sql.raw(statement))
          if (/^(insert|update|delete)/.test(statement) && !rowCount)
            throw new Error(`nothing was broken by: ${statement}`)
        }
        const findings = (await checkInvariants(tx as Db)).filter(({ rows }) => rows.length > 0)
        found = Object.fromEntries(findings.map(({ code, rows }) => [code, JSON.stringify(rows)]))
        throw new Undo()
      })
      await expect(broken).rejects.toThrow(Undo)
      return found
    },
    close: () => database.close(),
  }
}
