import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import { exceptionsWaiting } from '#db/console/exceptions.ts'
import type { Db } from '#db/core/db.ts'
import type { Span } from '#db/core/pagination.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { aboutStations } from '#db/messaging/contactMessages.ts'
import { pointsAdjustment } from '#db/tables/adjustments.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { contactMessage, mail } from '#db/tables/messaging.ts'
import { roleProposal } from '#db/tables/operators.ts'
import { gatewayDiscrepancy, paymentAttempt, paymentRefund } from '#db/tables/payments.ts'
import { rewardProposal } from '#db/tables/redemptions.ts'
import { ruleProposal } from '#db/tables/ruleProposals.ts'
import { saleEvent, saleLine } from '#db/tables/sales.ts'
import { terminal } from '#db/tables/terminals.ts'

interface Caller extends Scope {
  personId: string
  roles: readonly RoleCode[]
  now: Date
}
/** How many of a kind wait, since when the oldest does, and whose it is where that leads to it. */
export interface Waiting {
  count: number
  since: Date | null
  id?: string | null
}

const count = sql<number>`count(*)::int`
const oldest = (at: SQL | object) =>
  sql`min(${at})`.mapWith((value: string | null) => (value ? new Date(value) : null))
/** The value of the row that waits longest. */
const ofOldest = (value: SQL | object, at: SQL | object) =>
  sql<string | null>`(array_agg(${value} order by ${at}))[1]`
const none: Waiting = { count: 0, since: null }

/** What waits for an operator, by kind. */
export async function waitingFor(db: Db, caller: Caller) {
  const { personId, isAdministrator } = caller
  const only = async (read: () => PromiseLike<Waiting[]>): Promise<Waiting> =>
    isAdministrator ? ((await read())[0] ?? none) : none
  const proposed = (proposal: typeof ruleProposal | typeof rewardProposal) =>
    only(() =>
      db
        .select({ count, since: oldest(proposal.proposedAt) })
        .from(proposal)
        .where(and(eq(proposal.state, 'waits'), ne(proposal.proposedBy, personId))),
    )
  const seesStations = caller.roles.some((role) => role === PETROBRAS || role === ADMINISTRADOR)
  const [
    requests,
    messages,
    exceptions,
    adjustments,
    proposals,
    refunds,
    rules,
    rewards,
    discrepancies,
  ] = await Promise.all([
    requestsFor(db, caller),
    seesStations ? messagesFor(db, caller) : none,
    seesStations ? exceptionsWaiting(db, caller, caller.now) : none,
    only(() =>
      db
        .select({
          count,
          since: oldest(pointsAdjustment.proposedAt),
          id: ofOldest(loyalty.personId, pointsAdjustment.proposedAt),
        })
        .from(pointsAdjustment)
        .innerJoin(loyalty, eq(loyalty.code, pointsAdjustment.loyaltyCode))
        .where(
          sql`${pointsAdjustment.state} = 'waiting' and ${pointsAdjustment.proposedBy} <> ${personId}`,
        ),
    ),
    only(() =>
      db
        .select({
          count,
          since: oldest(roleProposal.proposedAt),
          id: ofOldest(roleProposal.personId, roleProposal.proposedAt),
        })
        .from(roleProposal)
        .where(
          sql`${roleProposal.state} = 'waiting' and ${roleProposal.proposedBy} <> ${personId} and ${roleProposal.personId} <> ${personId}`,
        ),
    ),
    only(() =>
      db
        .select({
          count,
          since: oldest(paymentRefund.proposedAt),
          id: ofOldest(paymentRefund.attemptId, paymentRefund.proposedAt),
        })
        .from(paymentRefund)
        .where(
          sql`${paymentRefund.state} = 'waiting' and ${paymentRefund.proposedBy} <> ${personId}`,
        ),
    ),
    proposed(ruleProposal),
    proposed(rewardProposal),
    only(() =>
      db
        .select({ count, since: oldest(sql`${gatewayDiscrepancy.day}::timestamptz`) })
        .from(gatewayDiscrepancy)
        .where(sql`not ${gatewayDiscrepancy.resolved}`),
    ),
  ])
  return {
    requests,
    messages,
    exceptions,
    adjustments,
    proposals,
    refunds,
    rules,
    rewards,
    discrepancies,
  }
}

/** The requests for a loyalty that wait for the decision of one of the caller's roles. */
async function requestsFor(db: Db, { personId, roles }: Caller): Promise<Waiting> {
  const waits = [
    ...(roles.includes(UBER)
      ? [sql`${membershipRequest.state} = 'PENDING' and ${programme.sponsorRole} = ${UBER}`]
      : []),
    ...(roles.includes(PETROBRAS)
      ? [
          sql`${membershipRequest.state} = 'STATE_UBER_AUTHORIZED'`,
          sql`${membershipRequest.state} = 'PENDING' and ${programme.sponsorRole} is null`,
        ]
      : []),
  ]
  if (waits.length === 0) return none
  const [found] = await db
    .select({ count, since: oldest(membershipRequest.at) })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .where(
      sql`${membershipRequest.personId} <> ${personId} and ((${sql.join(waits, sql`) or (`)}))`,
    )
  return found ?? none
}

async function messagesFor(db: Db, scope: Scope): Promise<Waiting> {
  const [found] = await db
    .select({ count, since: oldest(contactMessage.at) })
    .from(contactMessage)
    .where(and(eq(contactMessage.state, 'RECEIVED'), aboutStations(scope)))
  return found ?? none
}

/** An hour of two days, with what happened in it. */
interface HourRow extends Record<string, unknown> {
  isToday: boolean
  hour: number
  /** Whether it counts into the comparison: before the present time of the day. */
  isPast: boolean
  [measure: string]: unknown
}

/**
 * Payments and sales by the hour of a day and of the same one a week before, of the stations of a scope.
 * @param today from the first instant of the day until now
 * @param weekAgo the whole day
 */
export async function hoursOf(
  db: Db,
  scope: Scope,
  { today, weekAgo }: { today: Span; weekAgo: Span },
) {
  const elapsed = today.until.getTime() - today.from.getTime()
  const past = new Date(weekAgo.from.getTime() + elapsed)
  const within = (
    at: SQL | object,
  ) => sql`(${at} >= ${today.from}::timestamptz and ${at} < ${today.until}::timestamptz
    or ${at} >= ${weekAgo.from}::timestamptz and ${at} < ${weekAgo.until}::timestamptz)`
  const keys = (at: SQL | object) => sql`${at} >= ${today.from}::timestamptz as "isToday",
    extract(hour from ${at} at time zone 'America/Montevideo')::int as hour,
    ${at} >= ${today.from}::timestamptz or ${at} < ${past}::timestamptz as "isPast"`
  const read = async (table: object, at: object, values: SQL, station: object, more: SQL) => {
    const bound = inStations(station as SQL, scope)
    const { rows } = await db.execute<HourRow>(sql`select ${keys(at)}, ${values} from ${table}
      where ${within(at)} and ${more} ${bound ? sql`and ${bound}` : sql``} group by 1, 2, 3`)
    return rows
  }
  const [payments, sales] = await Promise.all([
    read(
      paymentAttempt,
      paymentAttempt.createdAt,
      sql`count(*) filter (where state = 'PAID')::int as paid,
        count(*) filter (where state in ('REJECTED', 'EXPIRED'))::int as failed`,
      paymentAttempt.branchCode,
      sql`true`,
    ),
    read(
      saleEvent,
      saleEvent.at,
      sql`count(*)::int as sales, coalesce(sum(amount) filter (where currency = '858'), 0)::float8 as pesos,
        coalesce(sum((select sum(l.points) from ${saleLine} l where l.identity = sale_event.identity)), 0)::int as points`,
      saleEvent.branchCode,
      sql`kind = 'sale'`,
    ),
  ])
  return { payments, sales }
}

/** Tills in use and how many were not heard since; emails that wait, and that were given up since. */
export async function healthOf(db: Db, since: Date) {
  const [[terminals], [mails]] = await Promise.all([
    db
      .select({
        inUse: count,
        silent: sql<number>`count(*) filter (where ${terminal.heardAt} is null or ${terminal.heardAt} < ${since}::timestamptz)::int`,
      })
      .from(terminal)
      .where(sql`${terminal.enrolledAt} is not null and ${terminal.revokedAt} is null`),
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${mail.sentAt} is null and ${mail.deadAt} is null)::int`,
        late: sql<number>`count(*) filter (where ${mail.sentAt} is null and ${mail.deadAt} is null and ${mail.at} < ${since}::timestamptz)::int`,
        dead: sql<number>`count(*) filter (where ${mail.deadAt} is not null)::int`,
      })
      .from(mail)
      .where(sql`${mail.at} > ${since}::timestamptz - interval '1 day'`),
  ])
  return { terminals, mails }
}
