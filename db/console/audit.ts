import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { actorName } from '#db/console/objectHistory.ts'
import { auditKeyOf } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import type { Span } from '#db/core/pagination.ts'
import { audit } from '#db/tables/audit.ts'
import { person } from '#db/tables/people.ts'

interface AuditFilter {
  seq?: number
  actorId?: string
  subject?: string
  action?: string
  span?: Span
}

const before = alias(audit, 'before')

/**
 * Entries of the audit that match every part of a filter, the newest first, each with whether its hash is
 * that of its content and of the entry before it; null without the key.
 * @param until entries with a smaller number
 */
export async function auditLike(
  db: Db,
  { seq, actorId, subject, action, span }: AuditFilter,
  { count, until }: { count: number; until?: number },
) {
  const conditions: (SQL | undefined)[] = [
    seq === undefined ? undefined : eq(audit.seq, seq),
    actorId === undefined ? undefined : eq(audit.actorId, actorId),
    subject === undefined ? undefined : eq(audit.subject, subject),
    action === undefined ? undefined : eq(audit.action, action),
    span &&
      sql`${audit.at} >= ${span.from}::timestamptz and ${audit.at} < ${span.until}::timestamptz`,
    until === undefined ? undefined : sql`${audit.seq} < ${until}`,
  ]
  const rows = await db
    .select({
      entry: audit,
      by: actorName,
      previous: before.hash,
    })
    .from(audit)
    .leftJoin(person, eq(person.id, audit.actorId))
    .leftJoin(before, sql`${before.seq} = ${audit.seq} - 1`)
    .where(and(...conditions))
    .orderBy(desc(audit.seq))
    .limit(count)
  const key = auditKeyOf(db)
  return rows.map(({ entry: { hash, ...stored }, by, previous }) => {
    const entry = { ...stored, detail: stored.detail as AuditEntry['detail'] }
    const isLinked = entry.seq === 1 || previous !== null
    return {
      ...entry,
      by,
      isIntact: key ? isLinked && auditHash(key, previous, entry).equals(hash) : null,
    }
  })
}
export type ListedEntry = Awaited<ReturnType<typeof auditLike>>[number]
