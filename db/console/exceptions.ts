import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { ExceptionReason } from '#contract/console/exceptionKind.ts'
import type { Currency } from '#contract/money.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { isUuid } from '#db/core/uuid.ts'
import { saleConflict } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

interface ExceptionFilter {
  reason?: ExceptionReason
  span?: Span
}

/** An exception in the list; `id` is its source and its id there: `claim:`, `conflict:` or `sale:`. */
export interface ListedException {
  id: string
  /** Its place among those of one instant: a cursor has no room for an identity. */
  place: string
  reason: ExceptionReason
  /** Milliseconds since 1970: since when an operator can decide on it. */
  since: number
  /** Cents; null where it has none. */
  amount: number | null
  currency: Currency
  /** The identity of its sale. */
  identity: string
  ticket: string
  branchName: string
}

/** The sources: what they are by, for which reasons, since when, of which station if that is known, and a condition that one of their indexes answers. */
const SOURCES = [
  {
    id: sql`'claim:' || c.id`,
    reasons: ['claim'],
    reason: sql`'claim'`,
    at: sql`c.operator_from`,
    station: null,
    rest: sql`c.amount, '858' as currency, c.identity, '' as ticket, '' as branch_code`,
    from: sql`purchase_claim c`,
    is: (now: Date) => sql`c.state = 'waiting' and c.operator_from <= ${now}::timestamptz`,
  },
  {
    id: sql`'conflict:' || c.id`,
    reasons: ['content', 'account_paid', 'misfit'],
    reason: sql`case when c.reason in ('content', 'account_paid') then c.reason else 'misfit' end`,
    at: sql`c.at`,
    station: sql`c.branch_code`,
    rest: sql`(c.content ->> 'paid')::bigint as amount, '858' as currency, c.identity,
      coalesce(c.content ->> 'ticket', '') as ticket, c.branch_code`,
    from: sql`sale_conflict c`,
    is: () => sql`c.closed_at is null`,
  },
  {
    id: sql`'sale:' || c.identity`,
    reasons: ['code', 'card', 'plate'],
    reason: sql`case when c.member_code <> '' then 'code' when c.member_card <> '' then 'card' else 'plate' end`,
    at: sql`c.received_at`,
    station: sql`c.branch_code`,
    rest: sql`c.amount, c.currency, c.identity, c.ticket, c.branch_code`,
    from: sql`sale_event c`,
    is: () => sql`c.loyalty_code is null and (c.member_code <> '' or c.member_card <> '' or c.member_plate <> '')
      and c.kind = 'sale' and (select v.kind from sale_event v
        where v.identity = 'void:' || c.branch_code || ':' || c.identity) is null`,
  },
]

/** What waits for an operator of the scope and matches every part of a filter, the newest first. */
export async function exceptionsLike(
  db: Db,
  scope: Scope,
  { reason, span }: ExceptionFilter,
  { count, after, now }: { count: number; after: Cursor | null; now: Date },
): Promise<ListedException[]> {
  // The other sources would be read whole to find none.
  const sources = seenSources(scope).filter(
    ({ reasons }) => reason === undefined || reasons.some((one) => one === reason),
  )
  if (sources.length === 0) return []
  const parts = sources.map(({ id, reason: reasonOf, at, bound, rest, from, is }) => {
    const conditions: SQL[] = [
      is(now),
      ...bound,
      ...(reason ? [sql`${reasonOf} = ${reason}`] : []),
      ...(span
        ? [sql`${at} >= ${span.from}::timestamptz and ${at} < ${span.until}::timestamptz`]
        : []),
      ...(after ? [sql`(${at}, md5(${id})) < (${after.at}::timestamptz, ${after.id})`] : []),
    ]
    return sql`(select ${id} as id, ${reasonOf} as reason, ${at} as at, ${rest} from ${from} where ${sql.join(conditions, sql` and `)} order by ${at} desc, md5(${id}) desc limit ${count})`
  })
  const { rows } = await db.execute<ListedException & Record<string, unknown>>(sql`
    select e.id, md5(e.id) as place, e.reason, (extract(epoch from e.at) * 1000)::float8 as since, e.amount::float8 as amount,
      coalesce(e.currency, '858') as currency, e.identity, e.ticket, coalesce(b.name, '') as "branchName"
    from (${sql.join(parts, sql` union all `)}) e left join branch b on b.code = e.branch_code
    order by e.at desc, md5(e.id) desc limit ${count}`)
  return rows
}

/** How many exceptions of the scope wait, and since when the oldest does. */
export async function exceptionsWaiting(
  db: Db,
  scope: Scope,
  now: Date,
): Promise<{ count: number; since: Date | null }> {
  const parts = seenSources(scope).map(
    ({ at, bound, is, from }) =>
      sql`select ${at} as at from ${from} where ${sql.join([is(now), ...bound], sql` and `)}`,
  )
  const { rows } = await db.execute<{ count: number; since: number | null }>(
    sql`select count(*)::int as count, (extract(epoch from min(e.at)) * 1000)::float8 as since
      from (${sql.join(parts, sql` union all `)}) e`,
  )
  const { count = 0, since = null } = rows[0] ?? {}
  return { count, since: since === null ? null : new Date(since) }
}

/** The sources that a scope sees, with the condition for its part of each. */
const seenSources = (scope: Scope) =>
  SOURCES.filter(({ station }) => station || scope.stations === null).map((source) => {
    const bound = source.station && inStations(source.station, scope)
    return { ...source, bound: bound ? [bound] : [] }
  })

/** A conflict with its station and terminal; null for an id that is not one of the scope. */
export async function conflictOf(db: Db, scope: Scope, id: string) {
  if (!isUuid(id)) return null
  const [found] = await db
    .select({ conflict: saleConflict, branchName: branch.name, terminalName: terminal.name })
    .from(saleConflict)
    .innerJoin(branch, eq(branch.code, saleConflict.branchCode))
    .innerJoin(terminal, eq(terminal.id, saleConflict.terminalId))
    .where(eq(saleConflict.id, id))
  return found && seesStation(scope, found.conflict.branchCode) ? found : null
}

/**
 * Closes a conflict, with a remark and an audit entry. Nothing else changes.
 * @returns false when it is closed, or unknown
 */
export const closeConflict = (
  db: Db,
  { id, actorId, remark: text, at }: { id: string; actorId: string; remark: string; at: Date },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(saleConflict)
      .set({ closedAt: at, closedBy: actorId })
      .where(matches(saleConflict, { id, closedAt: null }))
    if (!rowCount) return false
    const note = { id: randomUUID(), kind: 'exception', objectId: `conflict:${id}`, text }
    await insertNote(tx, { ...note, actorId, at })
    await appendAuditEntry(tx, { actorId, action: 'closeConflict', subject: id, at })
    return true
  })

/** A loyalty that a sale may be of. */
interface Candidate {
  code: string
  programme: string
  since: number
  endedAt: number | null
  by: 'code' | 'card' | 'plate'
}

/** The loyalties that code, card or plate of a sale name, also such that no longer hold. */
export async function candidatesOf(
  db: Db,
  { memberCode, memberCard, memberPlate }: Record<`member${'Code' | 'Card' | 'Plate'}`, string>,
): Promise<Candidate[]> {
  const millis = (column: string) => sql`(extract(epoch from y.${sql.raw(column)}) * 1000)::float8`
  const { rows } = await db.execute<Candidate & Record<string, unknown>>(sql`
    select y.code, p.name as programme, ${millis('since')} as since, ${millis('ended_at')} as "endedAt", n.by
    from (
      select code, 'code' as by from loyalty where code = ${memberCode}
      union all
      select code, 'card' from loyalty where client_card_number = ${memberCard} and client_card_number <> ''
      union all
      select loyalty_code, 'plate' from vehicle where plate = ${memberPlate} and plate <> ''
    ) n join loyalty y on y.code = n.code join programme p on p.code = y.programme
    order by n.by, y.since desc limit 20`)
  return rows
}
