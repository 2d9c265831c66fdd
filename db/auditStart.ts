import { desc, eq, sql } from 'drizzle-orm'
import { appendAuditEntry, KEYED } from '#db/audit.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { OPERATOR_ROLES } from '#db/invariants/roleInvariant.ts'
import { audit } from '#db/tables/audit.ts'

/** Key of the advisory lock that serialises servers that start together. */
const LOCK_KEY = 7_201_860
/** The actor of what a server does by itself. */
const SERVER = '00000000-0000-0000-0000-000000000000'

/**
 * Appends the first keyed entry of an audit that has none: it covers the unkeyed ones of earlier
 * versions. Before it, each role that an operator holds at that time without an entry gets one
 * (S10). Once in the life of a database; safe to repeat.
 */
export async function startKeyedAudit(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (await hasKeyedEntry(tx)) return
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KEY})`)
    if (await hasKeyedEntry(tx)) return
    const common = { actorId: SERVER, at: now }
    const { rows } = await tx.execute<{ person_id: string; role_code: string }>(
      sql.raw(OPERATOR_ROLES.violationsSql),
    )
    for (const { person_id: subject, role_code: role } of rows)
      await appendAuditEntry(tx, { ...common, action: 'roleFound', subject, detail: { role } })
    await appendAuditEntry(tx, { ...common, action: 'auditKeyed', subject: 'audit', detail: {} })
  })
}

async function hasKeyedEntry(tx: Db): Promise<boolean> {
  const [newest] = await tx
    .select({ seq: audit.seq })
    .from(audit)
    .where(eq(audit.hashVersion, KEYED))
    .orderBy(desc(audit.seq))
    .limit(1)
  return newest !== undefined
}
