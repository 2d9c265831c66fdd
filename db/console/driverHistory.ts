import { and, desc, eq, getTableColumns, gt, inArray, type SQL, sql, sum } from 'drizzle-orm'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { liveSessionsOf } from '#db/accounts/sessions.ts'
import { debtsLike } from '#db/console/debts.ts'
import { isSponsored } from '#db/console/operatorScope.ts'
import { paymentsLike } from '#db/console/payments.ts'
import type { Db } from '#db/core/db.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { movementsOf } from '#db/loyalty/movements.ts'
import { pendingAt, pointsColumns } from '#db/loyalty/pointsSummary.ts'
import { proposalsOf } from '#db/proposals/proposals.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { ledgerAccount, pointsLot } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, mail, notification } from '#db/tables/messaging.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { redemption } from '#db/tables/redemptions.ts'
import { saleLine } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** Rows of each table of a page. */
const NEWEST = 10
const NOTIFICATIONS = 30
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

/** The vehicles in force of some loyalties. */
export const vehiclesOf = (db: Db, codes: string[]) =>
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
export const lotsByEnd = (db: Db, codes: string[], now: Date) =>
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

/** The newest purchases of each loyalty, with the sale that a till reported; null for others. */
export async function driverMovements(
  db: Db,
  personId: string,
  codes: readonly string[],
  now: Date,
) {
  const ask = { branchCode: '', count: NEWEST, after: null, from: new Date(0), until: now }
  const lists = await Promise.all(
    codes.map(async (loyaltyCode) => {
      const { movements } = await movementsOf(db, { personId, loyaltyCode, clientRUT: '' }, ask)
      return { loyaltyCode, movements }
    }),
  )
  const numbers = lists.flatMap(({ movements }) => movements.map(({ rrn }) => rrn))
  const lines = await db
    .select({ rrn: saleLine.rrn, identity: saleLine.identity })
    .from(saleLine)
    .where(inArray(saleLine.rrn, numbers))
  const sales = new Map(lines.map(({ rrn, identity }) => [rrn, identity]))
  return lists.map(({ loyaltyCode, movements }) => ({
    loyaltyCode,
    movements: movements.map((one) => ({ ...one, sale: sales.get(one.rrn) ?? null })),
  }))
}

/** The newest debts of a person, and attempts to pay one. */
export async function driverPayments(db: Db, scope: Scope, personId: string) {
  const [debts, payments] = await Promise.all([
    debtsLike(db, scope, { personId }, { count: NEWEST }).read(),
    paymentsLike(db, scope, { personId }, { count: NEWEST }).then((list) => list.read()),
  ])
  return { debts, payments }
}

/** The newest redemptions of some loyalties, those of tills and vouchers apart, with the station that gave them. */
export async function driverRedemptions(db: Db, codes: string[]) {
  const of = (kind: 'till' | 'voucher') =>
    db
      .select({
        ...getTableColumns(redemption),
        branchCode: branch.code,
        branchName: branch.name,
      })
      .from(redemption)
      .leftJoin(terminal, eq(terminal.id, redemption.terminalId))
      .leftJoin(branch, eq(branch.code, terminal.branchCode))
      .where(and(inArray(redemption.loyaltyCode, codes), eq(redemption.kind, kind)))
      .orderBy(desc(redemption.createdAt))
      .limit(NEWEST)
  const [redemptions, vouchers] = await Promise.all([of('till'), of('voucher')])
  return { redemptions, vouchers }
}

/** The newest of what a person asked the network for: claims, membership requests and messages. */
export async function driverContacts(db: Db, personId: string) {
  const [claims, requests, messages] = await Promise.all([
    db
      .select()
      .from(purchaseClaim)
      .where(eq(purchaseClaim.personId, personId))
      .orderBy(desc(purchaseClaim.at))
      .limit(NEWEST),
    requestsOf(db, personId),
    db
      .select()
      .from(contactMessage)
      .where(eq(contactMessage.personId, personId))
      .orderBy(desc(contactMessage.at))
      .limit(NEWEST),
  ])
  return { claims, requests, messages }
}

export const requestsOf = (db: Db, personId: string) =>
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
    .limit(NEWEST)

/** The newest notifications of a person, also those that the person deleted. */
export const driverNotifications = (db: Db, personId: string) =>
  db
    .select()
    .from(notification)
    .where(eq(notification.personId, personId))
    .orderBy(desc(notification.at), desc(notification.id))
    .limit(NOTIFICATIONS)

/** The devices that notifications are pushed to, and the newest emails to an address. */
export async function driverDevices(db: Db, { id, email }: { id: string; email: string }) {
  const [devices, mails] = await Promise.all([
    db
      .select({
        platform: pushSubscription.platform,
        registeredAt: pushSubscription.registeredAt,
      })
      .from(pushSubscription)
      .where(eq(pushSubscription.personId, id))
      .orderBy(desc(pushSubscription.registeredAt))
      .limit(NEWEST),
    db.select().from(mail).where(eq(mail.recipient, email)).orderBy(desc(mail.at)).limit(NEWEST),
  ])
  return { devices, mails }
}
