import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { audit } from '#db/tables/audit.ts'

/** Who did what to what. */
export interface AuditEntry {
  actorId: string
  /** A step of a state table, or the call that did it. */
  action: string
  /** The reference or code of what it was done to. */
  subject: string
  /** Facts, never free text nor secrets: a line cannot be taken back. */
  detail: Readonly<Record<string, string | number | boolean>>
  at: Date
}
/** One line in its place, as its hash covers it. */
export interface AuditLink extends AuditEntry {
  seq: number
}

/** Writers that one may have to let pass; more than this is no queue but a fault. */
const MOST_TRIES = 1000

/** The hash of a line covers the whole line and the hash before it. */
export function auditHash(previous: Buffer | null, link: AuditLink): Buffer {
  const detail = Object.entries(link.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([
    link.seq,
    link.at.toISOString(),
    link.actorId,
    link.action,
    link.subject,
    detail,
  ])
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(text)
    .digest()
}

/**
 * Writes the next line, inside the transaction of what it tells. One writer wins each number; who
 * comes second waits for that transaction's end and takes the number after it. So it comes last in
 * a transaction: whoever holds a number waits for nobody's rows, and nobody deadlocks.
 */
export async function appendAuditEntry(tx: Db, line: AuditEntry): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const [last] = await tx
      .select({ seq: audit.seq, hash: audit.hash })
      .from(audit)
      .orderBy(desc(audit.seq))
      .limit(1)
    const link = { ...line, seq: (last?.seq ?? 0) + 1 }
    const won = await tx
      .insert(audit)
      .values({ ...link, hash: auditHash(last?.hash ?? null, link) })
      .onConflictDoNothing()
      .returning({ seq: audit.seq })
    if (won.length > 0) return
  }
  throw new Error('the audit had no place for a line')
}

/** Whether this very request (its identity is in the detail) has left its line already. */
export async function hasAuditEntry(
  tx: Db,
  { subject, actorId, request }: { subject: string; actorId: string; request: string },
): Promise<boolean> {
  const found = await tx
    .select({ seq: audit.seq })
    .from(audit)
    .where(
      and(
        eq(audit.subject, subject),
        eq(audit.actorId, actorId),
        sql`${audit.detail} ->> 'request' = ${request}`,
      ),
    )
    .limit(1)
  return found.length > 0
}
