import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { MonthOfProduct, PointTotals, StatementLine } from '#contract/entities/movement.ts'
import { PESOS } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, keyset, pageOf, type Span } from '#db/core/pagination.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlMonth, sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isOwned, type LoyaltyOwner } from '#db/loyalty/loyalties.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'

/** The member's ledger entries. Only members' entries have a number; the partial index of their pages needs the condition. */
const entries = sql`from ${ledgerEntry} where ${ledgerEntry.accountId} = ${ledgerAccount.id} and ${ledgerEntry.seq} is not null`

/** The balance just before an instant; null before the first entry. */
const balanceBefore = (instant: 'from' | 'until') =>
  sql<
    number | null
  >`(select ${ledgerEntry.balance} ${entries} and ${ledgerEntry.at} < ${sql.placeholder(instant)}
    order by ${ledgerEntry.at} desc, ${ledgerEntry.seq} desc limit 1)`.mapWith((text) =>
    Number(text),
  )

/** When a purchase was posted, not made: what comes late changes no statement that was shown (T6). */
const postedAt = sql`coalesce(${movement.postedAt}, ${movement.at})`
/**
 * Purchases of the period by month and product. A till's clock is ahead by less than 15 minutes. Only pesos are summed: the pumps sell in pesos.
 */
const months = sql<MonthOfProduct[]>`(
  select coalesce(json_agg(of_month order by month, product), '[]') from (
    select ${sqlMonth(postedAt)} as month, ${movement.product} as product,
      sum(${movement.millilitres})::int8 as millilitres, sum(${movement.amount})::int8 as amount,
      sum(${movement.discount})::int8 as discount, sum(${movement.points})::int8 as points
    from ${movement}
    where ${movement.loyaltyCode} = ${loyalty.code} and ${movement.currency} = ${PESOS}
      and ${movement.at} < ${sql.placeholder('until')}::timestamptz + interval '15 minutes'
      and ${postedAt} >= ${sql.placeholder('from')} and ${postedAt} < ${sql.placeholder('until')}
      and (${sql.placeholder('branchCode')} = '' or ${movement.branchCode} = ${sql.placeholder('branchCode')})
    group by 1, 2) of_month)`

/** The events of each kind of points, as they are on a member's account and on that of a programme. */
const EVENTS = {
  earned: ['sale', 'payment'],
  redeemed: ['redemption', 'giveBack'],
  reversed: ['reversal', 'setOff', 'shortfall'],
  expired: ['expiration', 'expiry'],
} as const satisfies Partial<Record<keyof PointTotals, readonly string[]>>
const listOf = (events: readonly string[]) =>
  sql.raw(events.map((event) => `'${event}'`).join(', '))

/** Sums of points by kind, over rows with a signed number of points and the event of their transaction. */
export function pointSums(points: SQL, event: SQL): Record<keyof PointTotals, SQL> {
  const sum = (which: SQL) =>
    sql`coalesce(sum(${points}) filter (where ${event} ${which}), 0)::int8`
  const of = (kind: keyof typeof EVENTS) => sum(sql`in (${listOf(EVENTS[kind])})`)
  return {
    earned: of('earned'),
    redeemed: of('redeemed'),
    reversed: of('reversed'),
    expired: of('expired'),
    other: sum(sql`not in (${listOf(Object.values(EVENTS).flat())})`),
  }
}

/** The points by kind of the entries that a source selects with their `event`. */
const totalsOf = (source: SQL) => {
  const { earned, redeemed, reversed, expired, other } = pointSums(sql`points`, sql`event`)
  return sql<PointTotals>`(
    select json_build_object('earned', ${earned}, 'redeemed', ${redeemed}, 'reversed', ${reversed},
      'expired', ${expired}, 'other', ${other}) from ${source})`
}

/** The rrn of the purchase, or the token of the payment, that a posting gives or takes points of: its event's id ends with it (L9). */
export const purchaseOf = (eventId: SQLWrapper) => sql`substring(${eventId} from '[^:]*$')`
const saleDatetime = (at: SQLWrapper) => sql`${sqlTimestamp(at)} as "saleDatetime"`

/** A statement with such totals, and a page of entries newest first. */
const prepareStatement = (
  name: string,
  totals: Record<'openingPoints' | 'closingPoints', SQL<number | null>> & {
    pointTotals: SQL<PointTotals>
  },
  page: SQL,
) => {
  const lines = sql<(StatementLine & { at: string; seq: number; saleDatetime: string | null })[]>`(
    select coalesce(json_agg(line order by at desc, seq desc), '[]') from (${page}) line)`
  return prepared(name, (db) =>
    db
      .select({ ...totals, discounts: months, lines })
      .from(loyalty)
      .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
      .where(isOwned),
  )
}

const order = keyset({ at: ledgerEntry.at, seq: ledgerEntry.seq })
const orderOfBranch = keyset({ at: sql<Date>`at`, seq: sql<number>`seq` })
/** A cursor may have a number that is too large for the column. */
const BEFORE = { at: sql.placeholder('beforeAt'), seq: sql`${sql.placeholder('beforeSeq')}::int8` }

const statement = prepareStatement(
  'accountStatus',
  {
    openingPoints: balanceBefore('from'),
    closingPoints: balanceBefore('until'),
    pointTotals: totalsOf(sql`(
      select entry.points, ${ledgerTransaction.event} as event
      from (select * ${entries} and ${ledgerEntry.at} >= ${sql.placeholder('from')}
        and ${ledgerEntry.at} < ${sql.placeholder('until')}) entry
      join ${ledgerTransaction} on ${ledgerTransaction.id} = entry.transaction_id) of_period`),
  },
  sql`
    select entry.at, entry.seq, ${sqlTimestamp(sql`entry.at`)} as datetime,
      ${ledgerTransaction.concept} as concept, entry.points,
      ${ledgerTransaction.rrn} as rrn, coalesce(entry.balance, 0) as balance, ${saleDatetime(movement.at)}
    from (select * ${entries} and ${ledgerEntry.at} >= ${sql.placeholder('from')}
        and ${order.after(BEFORE)}
      order by ${order.by} limit ${sql.placeholder('limit')}) entry
    join ${ledgerTransaction} on ${ledgerTransaction.id} = entry.transaction_id
    left join ${movement} on ${ledgerTransaction.event} in ('sale', 'reversal')
      and ${movement.rrn} = ${purchaseOf(ledgerTransaction.eventId)}`,
)

/**
 * The member's entries that purchases at one station gave, up to the end of the period, each with the
 * sum of these entries up to it. A purchase and its entry have the same rrn.
 */
const branchEntries = sql`(
  select entry.at, entry.seq, entry.points, ${ledgerTransaction.concept} as concept,
    ${ledgerTransaction.event} as event, ${ledgerTransaction.rrn} as rrn, ${movement.at} as sold_at, sum(entry.points) over (order by entry.at, entry.seq) as balance
  from (select * ${entries} and ${ledgerEntry.at} < ${sql.placeholder('until')}) entry
  join ${ledgerTransaction} on ${ledgerTransaction.id} = entry.transaction_id and ${ledgerTransaction.event} <> 'setOff'
  join ${movement} on ${movement.rrn} = ${ledgerTransaction.rrn} and ${movement.loyaltyCode} = ${loyalty.code}
    and ${movement.branchCode} = ${sql.placeholder('branchCode')}) of_branch`

const points = (condition: SQL) =>
  sql<
    number | null
  >`(select coalesce(sum(points), 0) from ${branchEntries} where ${condition})`.mapWith(Number)

/** The statement of the points that one station gave: every total counts its purchases only. */
const branchStatement = prepareStatement(
  'accountStatusOfBranch',
  {
    openingPoints: points(sql`at < ${sql.placeholder('from')}`),
    closingPoints: points(sql`true`),
    pointTotals: totalsOf(sql`${branchEntries} where at >= ${sql.placeholder('from')}`),
  },
  sql`
    select at, seq, ${sqlTimestamp(sql`at`)} as datetime, concept, points, rrn, balance, ${saleDatetime(sql`sold_at`)}
    from ${branchEntries} where at >= ${sql.placeholder('from')}
      and ${orderOfBranch.after(BEFORE)}
    order by ${orderOfBranch.by} limit ${sql.placeholder('limit')}`,
)

/**
 * The points statement of an own loyalty: points before and after a period, its purchases by month, and
 * one page of its postings, newest first; undefined when the loyalty is not the person's or does not
 * exist.
 * @param ask `from` and `until` bound the period; `branchCode` narrows everything to the purchases at
 * one station, '' does not
 */
export async function accountStatementOf(
  db: Db,
  owner: LoyaltyOwner,
  ask: { branchCode: string; count: number; after: Cursor | null } & Span,
) {
  const before = ask.after ?? { at: ask.until, id: '0' }
  const read = ask.branchCode === '' ? statement : branchStatement
  const [found] = await read(db).execute({
    ...owner,
    branchCode: ask.branchCode,
    from: ask.from,
    until: ask.until,
    beforeAt: before.at,
    beforeSeq: Number(before.id),
    limit: ask.count + 1,
  })
  if (!found) return undefined
  const { openingPoints, closingPoints, pointTotals, discounts, lines } = found
  const cursorOf = ({ at, seq }: (typeof lines)[number]) => ({ at: new Date(at), id: String(seq) })
  const { page, next } = pageOf(lines, ask.count, cursorOf)
  return {
    openingPoints: openingPoints ?? 0,
    closingPoints: closingPoints ?? 0,
    pointTotals,
    discounts,
    lines: page.map(({ at: _at, seq: _seq, saleDatetime, ...line }) => ({
      ...line,
      ...(saleDatetime && { saleDatetime }),
    })),
    next,
  }
}
