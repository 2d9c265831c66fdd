import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type AuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { actorName } from '#db/console/objectHistory.ts'
import { auditKeyOf } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { listed, withRows } from '#db/core/listed.ts'
import { inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { audit } from '#db/tables/audit.ts'
import { person } from '#db/tables/people.ts'

interface AuditFilter {
  seq?: number
  actorId?: string
  subject?: string
  action?: string
  period?: Span
}

const before = alias(audit, 'before')

/** Numbers are in the order of the times but for entries of the same milliseconds: never so many. */
const AT_ONCE = 1000
/**
 * Entries of a span. Their numbers are bounded too: the planner would read all newer entries in the order of
 * the list, of which it expects those of each day among the first.
 */
const ofPeriod = (period: Span): SQL => sql`${inSpan(audit.at, period)} and ${audit.seq} between
  (select f.seq from audit f where f.at >= ${period.from}::timestamptz order by f.at limit 1) - ${AT_ONCE} and
  (select l.seq from audit l where l.at < ${period.until}::timestamptz order by l.at desc limit 1) + ${AT_ONCE}`
const order = keyset({ seq: audit.seq })

/**
 * Entries of the audit that match every part of a filter, the newest first, each with whether its hash is
 * that of its content and of the entry before it; null without the key.
 * @param until entries with a smaller number
 */
export function auditLike(
  db: Db,
  { period, ...values }: AuditFilter,
  { until, ...page }: PageQuery & { until?: number },
) {
  const { by: inOrder, after } = order.of(page)
  const query = db
    .select({ entry: audit, by: actorName, previous: before.hash })
    .from(audit)
    .leftJoin(person, eq(person.id, audit.actorId))
    .leftJoin(before, sql`${before.seq} = ${audit.seq} - 1`)
    .where(
      and(
        whereEquals(audit, values),
        period && ofPeriod(period),
        after(until === undefined ? null : { seq: until }),
      ),
    )
    .orderBy(inOrder)
    .limit(page.count)
  const key = auditKeyOf(db)
  return withRows(listed(query), (rows) =>
    rows.map(({ entry: { hash, ...stored }, by, previous }) => {
      const entry = { ...stored, detail: stored.detail as AuditEntry['detail'] }
      const isLinked = entry.seq === 1 || previous !== null
      return {
        ...entry,
        by,
        isIntact: key ? isLinked && auditHash(key, previous, entry).equals(hash) : null,
      }
    }),
  )
}
export type ListedEntry = Awaited<ReturnType<ReturnType<typeof auditLike>['read']>>[number]
