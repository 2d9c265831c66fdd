import { asc, gt } from 'drizzle-orm'
import { type AuditEntry, auditHash } from '#db/audit.ts'
import type { Db } from '#db/connection.ts'
import { MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { audit } from '#db/tables/audit.ts'

/** Entries per query. */
const PAGE = 5000

/**
 * Recomputes the hash of every audit entry from the entry and the stored hash before it. Only
 * changed entries, and those after a gap, are reported.
 */
export async function checkAuditChain(db: Db): Promise<Violation> {
  const rows: object[] = []
  let seq = 0
  let previous: Buffer | null = null
  for (;;) {
    const page: (typeof audit.$inferSelect)[] = await db
      .select()
      .from(audit)
      .where(gt(audit.seq, seq))
      .orderBy(asc(audit.seq))
      .limit(PAGE)
    for (const { hash, ...line } of page) {
      const expected = auditHash(previous, { ...line, detail: line.detail as AuditEntry['detail'] })
      if ((line.seq !== seq + 1 || !hash.equals(expected)) && rows.length < MAX_NAMED_ROWS)
        rows.push({ seq: line.seq, action: line.action, subject: line.subject })
      seq = line.seq
      previous = hash
    }
    if (page.length < PAGE) break
  }
  return { code: 'AUD', description: 'la cadena de la auditoría cierra, línea por línea', rows }
}
