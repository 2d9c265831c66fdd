import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ExceptionReason } from '#contract/console/exceptionKind.ts'
import { HOUR_MS } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import { takenBy } from '#db/console/exceptionTakers.ts'
import type { Waiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { EMPTY, type Listed, listedSql } from '#db/core/listed.ts'
import { inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope, seesStation } from '#db/core/stationScope.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { differencesOfShift, itemsOfShift } from '#db/stations/shifts.ts'
import { exceptionTaken } from '#db/tables/operators.ts'
import { saleConflict, saleEvent, shift } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

interface ExceptionFilter {
  reason?: ExceptionReason
  period?: Span
  /** Id of the operator who has them; null: those that no operator has. */
  takenBy?: string | null
}

/** An exception in the list; `id` is its source and its id there: `claim:`, `conflict:`, `sale:` or `shift:`. */
interface ListedException {
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
  /** Name of the operator who has it; empty for none. */
  taker: string
}

/** How long the items of a closed shift may still arrive before it waits for an operator. */
const SHIFT_WAIT_MS = HOUR_MS

/**
 * What waits, by source: its reasons, whether its station is known, its id there, and rows whose condition an
 * index answers.
 */
const SOURCES = [
  {
    name: 'claim',
    reasons: ['claim'],
    hasStation: false,
    key: sql`id::text`,
    rows: (now: Date) => sql`
      select 'claim:' || id as id, 'claim' as reason, operator_from as at, amount, '858' as currency, identity,
        '' as ticket, '' as branch_code
      from purchase_claim where state = 'waiting' and operator_from <= ${now}::timestamptz`,
  },
  {
    name: 'conflict',
    key: sql`id::text`,
    reasons: ['content', 'account_paid', 'account_refused', 'terminal', 'misfit'],
    hasStation: true,
    rows: () => sql`
      select 'conflict:' || id as id,
        case when reason in ('content', 'account_paid', 'account_refused', 'terminal') then reason else 'misfit' end as reason,
        at, coalesce(content ->> 'paid', content ->> 'owed')::bigint as amount, '858' as currency, identity,
        coalesce(content ->> 'ticket', content ->> 'terminalName', '') as ticket, branch_code
      from sale_conflict where closed_at is null`,
  },
  {
    name: 'sale',
    key: sql`s.identity`,
    reasons: ['code', 'card', 'plate', 'held'],
    hasStation: true,
    rows: () => sql`
      select 'sale:' || s.identity as id,
        case when s.held <> '' then 'held' when s.member_code <> '' then 'code'
          when s.member_card <> '' then 'card' else 'plate' end as reason,
        s.received_at as at, s.amount, s.currency, s.identity, s.ticket, s.branch_code
      from sale_event s
      where s.loyalty_code is null and s.dismissed_at is null
        and (s.member_code <> '' or s.member_card <> '' or s.member_plate <> '' or s.held = 'issuer')
        and s.kind = 'sale' and (select v.kind from sale_event v
          where v.identity = 'void:' || s.branch_code || ':' || s.identity) is null`,
  },
  {
    name: 'shift',
    key: sql`concat_ws(':', branch_code, scope, code)`,
    reasons: ['shift'],
    hasStation: true,
    rows: (now: Date) => sql`
      select 'shift:' || concat_ws(':', branch_code, scope, code) as id, 'shift' as reason, closed_at as at,
        null::bigint as amount, '858' as currency, '' as identity, code as ticket, branch_code
      from shift where state = 'exception' and closed_at <= ${new Date(now.getTime() - SHIFT_WAIT_MS)}::timestamptz
        and (answered_at is null or answered_at < closed_at)`,
  },
]
/** The sources that a scope sees, of one reason or of all: others would be read whole to find nothing. */
const sourcesFor = (scope: Scope, reason?: ExceptionReason) =>
  SOURCES.filter(
    ({ hasStation, reasons }) =>
      (hasStation || scope.stations === null) && (!reason || reasons.includes(reason)),
  )
const isInScope = (scope: Scope) => inStations(sql`e.branch_code`, scope) ?? sql`true`

/** That an exception has no operator. By its value: a join would be answered by reading all that waits. */
const isFree = sql`(select t.id from ${exceptionTaken} t where t.id = e.id) is distinct from e.id`

const order = keyset({ at: sql<Date>`e.at`, id: sql<string>`md5(e.id)` })
/** What waits for an operator of the scope and matches every part of a filter, the newest first. */
export async function exceptionsLike(
  db: Db,
  scope: Scope,
  { reason, period, takenBy: taker }: ExceptionFilter,
  { now, ...page }: PageQuery & { now: Date },
): Promise<Listed<ListedException>> {
  const { by, after } = order.of(page)
  const wanted = and(
    isInScope(scope),
    reason && sql`e.reason = ${reason}`,
    inSpan(sql`e.at`, period),
    taker === null ? isFree : undefined,
    after(page.after),
  )
  // Read before, so that each source is read by its key.
  const taken = taker ? await takenBy(db, taker) : null
  const parts = sourcesFor(scope, reason).flatMap(({ name, key, rows }) => {
    const only = taken?.flatMap((id) =>
      id.startsWith(`${name}:`) ? [id.slice(name.length + 1)] : [],
    )
    if (only?.length === 0) return []
    const found = only ? sql`${rows(now)} and ${inArray(key, only)}` : rows(now)
    return [sql`(select * from (${found}) e where ${wanted} order by ${by} limit ${page.count})`]
  })
  if (parts.length === 0) return EMPTY
  return listedSql(
    db,
    sql`
    select e.id, md5(e.id) as place, e.reason, (extract(epoch from e.at) * 1000)::float8 as since, e.amount::float8 as amount,
      coalesce(e.currency, '858') as currency, e.identity, e.ticket, coalesce(b.name, '') as "branchName",
      ${fullName({ firstName: sql`p.first_name`, firstSurname: sql`p.first_surname` })} as taker
    from (${sql.join(parts, sql` union all `)}) e left join branch b on b.code = e.branch_code
      left join exception_taken t on t.id = e.id left join person p on p.id = t.person_id
    order by ${by} limit ${page.count}`,
  )
}

/**
 * How many exceptions of the scope wait, and since when the oldest does.
 * @param span of those that began to wait in it; left out: all
 */
export async function exceptionsWaiting(
  db: Db,
  { now, ...scope }: Scope & { now: Date },
  span?: Span,
): Promise<Waiting> {
  const wanted = and(isInScope(scope), inSpan(sql`e.at`, span))
  const parts = sourcesFor(scope).map(
    ({ rows }) => sql`select e.at from (${rows(now)}) e where ${wanted}`,
  )
  const { rows } = await db.execute<{ count: number; since: number | null }>(
    sql`select count(*)::int as count, (extract(epoch from min(e.at)) * 1000)::float8 as since
      from (${sql.join(parts, sql` union all `)}) e`,
  )
  const { count = 0, since = null } = rows[0] ?? {}
  return { count, since: since === null ? null : new Date(since) }
}

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

/** Closes a conflict. Nothing else changes. @returns false when it is closed, or unknown */
export async function closeConflict(
  db: Db,
  { id, actorId, at }: { id: string; actorId: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(saleConflict)
    .set({ closedAt: at, closedBy: actorId })
    .where(whereEquals(saleConflict, { id, closedAt: null }))
  return rowCount === 1
}

/** Marks an unmatched sale as no member's. @returns false when it is matched, or was marked */
export async function dismissSale(db: Db, identity: string, at: Date): Promise<boolean> {
  const waiting = { identity, kind: 'sale', loyaltyCode: null, dismissedAt: null } as const
  const { rowCount } = await db
    .update(saleEvent)
    .set({ dismissedAt: at })
    .where(whereEquals(saleEvent, waiting))
  return rowCount === 1
}

/** Items of a shift that its page lists. */
const MOST_ITEMS = 200

/** A shift by its key, `station:terminal:code`, with the totals that differ and its newest items; null for one that is not of the scope. */
export async function shiftOf(db: Db, scope: Scope, key: string) {
  const [branchCode = '', of = '', code = ''] = key.split(':')
  if (!seesStation(scope, branchCode)) return null
  const [found] = await db
    .select({ shift, branchName: branch.name, terminalName: terminal.name })
    .from(shift)
    .innerJoin(branch, eq(branch.code, shift.branchCode))
    .leftJoin(terminal, eq(sql`${terminal.id}::text`, shift.scope))
    .where(whereEquals(shift, { branchCode, scope: of, code }))
  if (!found) return null
  const [differences, items] = await Promise.all([
    differencesOfShift(db, found.shift),
    itemsOfShift(db, found.shift, MOST_ITEMS),
  ])
  return { ...found, differences, items }
}

/** Marks a shift that does not add up as looked into. @returns false when it does, or was marked */
export async function answerShift(db: Db, key: string, at: Date): Promise<boolean> {
  const [branchCode = '', scope = '', code = ''] = key.split(':')
  const { rowCount } = await db
    .update(shift)
    .set({ answeredAt: at })
    .where(
      and(
        whereEquals(shift, { branchCode, scope, code, state: 'exception' }),
        sql`(answered_at is null or answered_at < closed_at)`,
      ),
    )
  return rowCount === 1
}
