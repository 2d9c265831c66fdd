import { and, desc, eq, getTableColumns, gt, inArray, type SQL, sql, sum } from 'drizzle-orm'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { liveSessionsOf } from '#db/accounts/sessions.ts'
import { isSponsored } from '#db/console/operatorScope.ts'
import { paymentsLike } from '#db/console/payments.ts'
import type { Db } from '#db/core/db.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { pendingAt, pointsColumns } from '#db/loyalty/pointsSummary.ts'
import { proposalsOf } from '#db/proposals/proposals.ts'
import { ledgerAccount, pointsLot } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, mail } from '#db/tables/messaging.ts'
import { pushSubscription } from '#db/tables/push.ts'

/** Rows of each table of a page. */
const NEWEST = 10
const MAX_ADJUSTMENTS = 50

/** The loyalties of a person, also ended ones, with their points at `now`. */
const loyaltiesWithPoints = (db: Db, personId: string, now: Date, which?: SQL) =>
  db
    .select({
      ...getTableColumns(loyalty),
      programmeName: programme.name,
      ...pointsColumns(now),
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(and(eq(loyalty.personId, personId), which))
    .orderBy(loyalty.since, loyalty.code)

const vehiclesOf = (db: Db, codes: string[]) =>
  db
    .select()
    .from(vehicle)
    .where(and(inArray(vehicle.loyaltyCode, codes), whereEquals(vehicle, { removedAt: null })))
    .orderBy(vehicle.loyaltyCode, vehicle.plate)

/** What a person holds in the programmes of a sponsor. */
export async function sponsoredMemberships(db: Db, personId: string, now: Date) {
  const loyalties = await loyaltiesWithPoints(db, personId, now, isSponsored)
  const codes = loyalties.map(({ code }) => code)
  return { loyalties, vehicles: await vehiclesOf(db, codes) }
}

/** What is left of the lots of some loyalties, by their ends: at most one for each month of the rules. */
const lotsByEnd = (db: Db, codes: string[], now: Date) =>
  db
    .select({
      loyaltyCode: pointsLot.loyaltyCode,
      expiresAt: pointsLot.expiresAt,
      remaining: sum(pointsLot.remaining).mapWith(Number),
      pending:
        sql`coalesce(sum(${pointsLot.remaining}) filter (where ${pendingAt(now)}), 0)`.mapWith(
          Number,
        ),
    })
    .from(pointsLot)
    .where(and(inArray(pointsLot.loyaltyCode, codes), gt(pointsLot.remaining, 0)))
    .groupBy(pointsLot.loyaltyCode, pointsLot.expiresAt)
    .orderBy(pointsLot.expiresAt, pointsLot.loyaltyCode)

/** How an account is entered, and what it holds: what decides on the actions of an operator. */
export async function accountOf(db: Db, personId: string, now: Date) {
  const [loyalties, roles, factor, passkeys, sessions] = await Promise.all([
    loyaltiesWithPoints(db, personId, now),
    rolesOf(db, personId),
    confirmedFactor(db, personId),
    countPasskeys(db, personId),
    liveSessionsOf(db, personId, now),
  ])
  const codes = loyalties.map(({ code }) => code)
  const adjustments = await proposalsOf(db, 'adjustment', codes, MAX_ADJUSTMENTS)
  return { loyalties, adjustments, roles, hasFactor: factor !== undefined, passkeys, sessions }
}
export type Account = Awaited<ReturnType<typeof accountOf>>

/** What else belongs to a person and happened to their account: of each table the newest rows. */
export async function driverHistory(
  db: Db,
  scope: Scope,
  { id: personId, email, loyalties }: { id: string; email: string } & Pick<Account, 'loyalties'>,
  now: Date,
) {
  const codes = loyalties.map(({ code }) => code)
  const span = { from: new Date(0), until: now }
  const [lots, vehicles, movements, payments, messages, requests, mails, devices] =
    await Promise.all([
      lotsByEnd(db, codes, now),
      vehiclesOf(db, codes),
      Promise.all(
        codes.map(async (loyaltyCode) => {
          const owner = { personId, loyaltyCode, clientRUT: '' }
          const ask = { branchCode: '', count: NEWEST, after: null, ...span }
          const { movements } = await movementsOf(db, owner, ask)
          return movements.map((one) => ({ ...one, loyaltyCode }))
        }),
      ),
      paymentsLike(db, scope, { personId }, { count: NEWEST }).then((list) => list.read()),
      db
        .select()
        .from(contactMessage)
        .where(eq(contactMessage.personId, personId))
        .orderBy(desc(contactMessage.at))
        .limit(NEWEST),
      db
        .select({
          reference: membershipRequest.reference,
          programmeName: programme.name,
          state: membershipRequest.state,
          at: membershipRequest.at,
        })
        .from(membershipRequest)
        .innerJoin(programme, eq(programme.code, membershipRequest.programme))
        .where(eq(membershipRequest.personId, personId))
        .orderBy(desc(membershipRequest.at))
        .limit(NEWEST),
      db.select().from(mail).where(eq(mail.recipient, email)).orderBy(desc(mail.at)).limit(NEWEST),
      db
        .select({
          platform: pushSubscription.platform,
          registeredAt: pushSubscription.registeredAt,
        })
        .from(pushSubscription)
        .where(eq(pushSubscription.personId, personId))
        .orderBy(desc(pushSubscription.registeredAt)),
    ])
  return {
    lots,
    vehicles,
    movements: movements
      .flat()
      .toSorted((a, b) => b.datetime.localeCompare(a.datetime))
      .slice(0, NEWEST),
    payments,
    messages,
    requests,
    mails,
    devices,
  }
}
export type DriverHistory = Account & Awaited<ReturnType<typeof driverHistory>>
