import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import type { ReportRow, ReportRows } from '#contract/operator/monthReport.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { isInForce } from '#db/console/sales.ts'
import type { Db } from '#db/core/db.ts'
import { inSpan, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { pointSums, purchaseOf } from '#db/loyalty/pointsStatements.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { redemption } from '#db/tables/redemptions.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** A figure of a row of the report, and the currency of an amount. */
type Figure = Exclude<keyof ReportRow, 'id' | 'name'>
/** Figures that one statement has read, by the code of their row; null: they are of none. */
export interface ReportPart extends Partial<Record<Figure, string>>, Record<string, unknown> {
  row: string | null
  /** Of amounts. */
  currency?: Currency
}

/**
 * Milliseconds of a statement after which the next one reads twice the time, or half of it: the statements stay
 * short at ten million sales, where a replica ends one of 2 seconds, and are few where there is little.
 */
const [QUICK, SLOW] = [150, 500]
/** The shortest time of which one statement reads, and the longest of what happened, and of what is owed. */
const [LEAST_MS, MOST_MS, MOST_OWED_MS] = [HOUR_MS, 8 * DAY_MS, 64 * DAY_MS]
/** Entries of a transaction that is under way are later than this long ago. */
const COMMITTED_MS = DAY_MS

/**
 * Reads what a month report adds up. Each statement reads a part of the month along an index.
 * @param by `of`: what the rows are; `scope`: whose stations count
 * @param span `from` and `until` of the month; `now` bounds it while it lasts
 * @param add receives the parts
 * @param proceed called before each statement; what it throws ends the report
 */
export async function readMonth(
  db: Db,
  { of, scope }: { of: ReportRows; scope: Scope },
  { from, until, now }: Span & { now: Date },
  add: (part: ReportPart) => void,
  proceed: () => void,
): Promise<void> {
  const read = async (statement: SQL) => {
    proceed()
    const { rows } = await db.execute<ReportPart>(statement)
    rows.forEach(add)
  }
  await inSlices({ from, until }, MOST_MS, async (slice) => {
    await read(salesOf(slice, of, scope))
    await read(pointsOf(slice, of, scope))
    if (of !== 'product') await read(paymentsOf(slice, of, scope))
  })
  if (of !== 'programme' || scope.stations) return
  // What is older than a day does not change: it need not be of the instant of the balances.
  const recent = new Date(Math.max(until.getTime(), now.getTime() - COMMITTED_MS))
  await read(owedAt(recent))
  await inSlices({ from: until, until: recent }, MOST_OWED_MS, (slice) => read(owedBefore(slice)))
}

/** Reads a span in parts of at most so many milliseconds, one after another. */
async function inSlices(
  { from, until }: Span,
  most: number,
  read: (slice: Span) => Promise<void>,
): Promise<void> {
  let length = DAY_MS
  for (let start = from; start < until; ) {
    const slice = { from: start, until: new Date(Math.min(start.getTime() + length, +until)) }
    const began = performance.now()
    await read(slice)
    const took = performance.now() - began
    if (took < QUICK) length = Math.min(2 * length, most)
    if (took > SLOW) length = Math.max(length / 2, LEAST_MS)
    start = slice.until
  }
}

/** The names of the rows by their codes. */
export async function rowNames(db: Db, of: ReportRows): Promise<Map<string, string>> {
  if (of === 'product') return new Map(PRODUCTS.map(({ code, text }) => [code, text]))
  if (of === 'programme') return await programmeNames(db)
  const stations = await db.select({ code: branch.code, name: branch.name }).from(branch)
  return new Map(stations.map(({ code, name }) => [code, name]))
}

/**
 * Purchases of a span: sales in force, without what was returned of them, and members' purchases of before
 * there was a till to report them.
 */
function salesOf(span: Span, of: ReportRows, scope: Scope): SQL {
  const { programme } = loyalty
  const row = { station: saleEvent.branchCode, programme, product: saleLine.product }
  const early = { station: movement.branchCode, programme, product: movement.product }
  const isSale = and(
    // Written out, as the condition of the partial index is.
    sql`${saleEvent.kind} = 'sale'`,
    inSpan(saleEvent.at, span),
    isInForce,
    inStations(saleEvent.branchCode, scope),
  )
  const isEarly = and(
    sql`${movement.postedAt} is null`,
    inSpan(movement.at, span),
    inStations(movement.branchCode, scope),
  )
  return sql`
    select row, currency, count(distinct purchase) as sales, sum(millilitres) as millilitres, sum(amount) as sold
    from (
      select ${row[of]} as row, ${saleEvent.currency} as currency, ${saleEvent.identity} as purchase,
        ${saleLine.millilitres} - back.millilitres as millilitres, ${saleLine.amount} - back.amount as amount
      from ${saleEvent}
      join ${saleLine} on ${saleLine.identity} = ${saleEvent.identity}
      left join ${loyalty} on ${loyalty.code} = ${saleEvent.loyaltyCode}
      cross join lateral (
        select coalesce(sum(l.millilitres), 0) as millilitres, coalesce(sum(l.amount), 0) as amount
        from ${saleEvent} r join ${saleLine} l on l.identity = r.identity
        where r.sale_identity = ${saleEvent.identity} and r.kind = 'return' and r.state = 'applied'
          and l.number = ${saleLine.number}) back
      where ${isSale}
      union all
      select ${early[of]}, ${movement.currency}, ${movement.rrn}, ${movement.millilitres}, ${movement.amount}
      from ${movement} join ${loyalty} on ${loyalty.code} = ${movement.loyaltyCode} where ${isEarly}) purchases
    group by 1, 2`
}

/** Charges of a span, and what was given back of them. */
function paymentsOf(span: Span, of: 'station' | 'programme', scope: Scope): SQL {
  const row = { station: paymentAttempt.branchCode, programme: loyalty.programme }
  const back = sql`case when ${paymentAttempt.state} in ('VOIDED', 'REFUNDED')
    then ${paymentAttempt.amount} else ${paymentAttempt.refundedAmount} end`
  return sql`
    select ${row[of]} as row, ${paymentAttempt.currency} as currency,
      sum(${paymentAttempt.amount}) as paid, sum(${back}) as refunded
    from ${paymentAttempt}
    join ${debt} on ${debt.reference} = ${paymentAttempt.debtReference}
    left join ${loyalty} on ${loyalty.code} = ${debt.loyaltyCode}
    where ${and(inSpan(paymentAttempt.chargedAt, span), inStations(paymentAttempt.branchCode, scope))}
    group by 1, 2`
}

const programmeAccount = alias(ledgerAccount, 'programme_account')
/**
 * The entries of the accounts of the programmes, which have the points of every event with the opposite sign, but
 * of those between the accounts of one member (L1). Only members' entries have a number.
 */
const programmeEntries = (when: SQL | undefined) => sql`${ledgerEntry}
  join ${ledgerAccount} as ${programmeAccount} on ${programmeAccount.id} = ${ledgerEntry.accountId}
    and ${programmeAccount.programme} is not null and ${ledgerEntry.seq} is null and ${when}`

/** Points that were posted in a span: at the station of the sale, the payment, or the till of the redemption. */
function pointsOf(span: Span, of: ReportRows, scope: Scope): SQL {
  const { event, eventId } = ledgerTransaction
  const station = sql`coalesce(${movement.branchCode}, ${paymentAttempt.branchCode}, ${terminal.branchCode})`
  const row = { station, programme: programmeAccount.programme, product: movement.product }
  const sums = pointSums(sql`-${ledgerEntry.points}`, sql`${event}`)
  const given = sql`case when ${event} in ('sale', 'payment', 'reversal', 'shortfall') then ${purchaseOf(eventId)} end`
  return sql`
    select ${row[of]} as row, ${sums.earned} as earned, ${sums.redeemed} as redeemed,
      ${sums.reversed} as reversed, ${sums.expired} as expired, ${sums.other} as other
    from ${programmeEntries(inSpan(ledgerEntry.at, span))}
    join ${ledgerTransaction} on ${ledgerTransaction.id} = ${ledgerEntry.transactionId}
    left join ${movement} on ${movement.rrn} = ${given}
    left join ${paymentAttempt} on ${paymentAttempt.paymentToken} = ${given}
    left join ${redemption} on ${redemption.id} =
      case when ${event} in ('redemption', 'giveBack') then ${eventId}::uuid end
    left join ${terminal} on ${eq(terminal.id, redemption.terminalId)}
    where ${inStations(station, scope) ?? sql`true`} group by 1`
}

/** Points that are owed at an instant: all balances as they are, without what was posted since. */
const owedAt = (at: Date): SQL => sql`
  select row, sum(points) as owed from (
    select ${loyalty.programme} as row, ${ledgerAccount.balance} as points from ${ledgerAccount}
      join ${loyalty} on ${loyalty.code} = coalesce(${ledgerAccount.loyaltyCode}, ${ledgerAccount.shortfallOf})
    union all
    select ${programmeAccount.programme}, ${ledgerEntry.points}
      from ${programmeEntries(sql`${ledgerEntry.at} >= ${at}::timestamptz`)}) balances
  group by 1`

/** What was posted in a span, with the opposite sign: it was not yet owed before. */
const owedBefore = (span: Span): SQL => sql`
  select ${programmeAccount.programme} as row, sum(${ledgerEntry.points}) as owed
  from ${programmeEntries(inSpan(ledgerEntry.at, span))} group by 1`
