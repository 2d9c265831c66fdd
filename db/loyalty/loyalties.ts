import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { ActiveLoyalty } from '#contract/loyalty/activeMembershipList.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, keyset, pageOf } from '#db/core/pagination.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { Viewer } from '#db/loyalty/membershipRequests.ts'
import { pointsColumns, spendablePoints } from '#db/loyalty/pointsSummary.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty, programme, vehicle } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** The vehicles in force of the loyalty of each selected row, as a JSON array. */
const vehiclesInForce = sql<Loyalty['vehicles']>`(
  select coalesce(json_agg(json_build_object('vehicleId', ${vehicle.id}, 'mark', ${vehicle.mark},
    'plate', ${vehicle.plate}, 'fuel', ${vehicle.fuel}) order by ${vehicle.plate}), '[]')
  from ${vehicle} where ${vehicle.loyaltyCode} = ${loyalty.code} and ${vehicle.removedAt} is null)`

/** A person's loyalties in force, the oldest (the current one) first, with their points at `now`. */
export async function loyaltiesOf(db: Db, personId: string, now: Date): Promise<Loyalty[]> {
  return await db
    .select({
      loyaltyCode: loyalty.code,
      programme: loyalty.programme,
      programmeName: programme.name,
      holder: loyalty.holder,
      ...pointsColumns(now),
      since: sqlTimestamp(loyalty.since),
      clientRUT: loyalty.clientRUT,
      clientCardNumber: loyalty.clientCardNumber,
      accountBank: loyalty.accountBank,
      accountBankType: loyalty.accountBankType,
      accountBankNumber: loyalty.accountBankNumber,
      accountBankBranch: loyalty.accountBankBranch,
      accountName: loyalty.accountName,
      vehicles: vehiclesInForce,
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(whereEquals(loyalty, { personId, endedAt: null }))
    .orderBy(loyalty.since, loyalty.code)
}

/** First name of a member, and the points that can be spent at `now`. */
export async function statusOfMember(
  db: Db,
  code: string,
  now: Date,
): Promise<{ firstName: string; points: number } | undefined> {
  const [status] = await db
    .select({
      firstName: person.firstName,
      points: spendablePoints(now),
    })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(eq(loyalty.code, code))
  return status
}

/** A loyalty's code and the person who must own it; `clientRUT` must be the loyalty's, or ''. */
export interface LoyaltyOwner {
  personId: string
  loyaltyCode: string
  clientRUT: string
}

/**
 * The owner check of a prepared statement, with the fields of `LoyaltyOwner` as its placeholders.
 * It is true of an ended loyalty too: the history remains its owner's.
 */
export const isOwned = and(
  eq(loyalty.code, sql.placeholder('loyaltyCode')),
  eq(loyalty.personId, sql.placeholder('personId')),
  sql`(${sql.placeholder('clientRUT')} = '' or ${loyalty.clientRUT} = ${sql.placeholder('clientRUT')})`,
)

const owned = prepared('ownedLoyalty', (db) =>
  db.select({ code: loyalty.code }).from(loyalty).where(isOwned),
)

/** Whether the loyalty exists and belongs to the person. */
export async function ownsLoyalty(db: Db, owner: LoyaltyOwner): Promise<boolean> {
  return (await owned(db).execute({ ...owner })).length > 0
}

/** Condition for the programmes whose members a caller may list: those on which their roles decide. */
function ofDecidingRole({ roles }: Viewer): SQL | undefined {
  if (roles.includes(ADMINISTRADOR) || roles.includes(PETROBRAS)) return sql`true`
  return roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : sql`false`
}

/** Whether a caller may list the members of a code: the code is of the caller's own loyalty, or of a programme on which their roles decide. */
export async function canListMembers(db: Db, viewer: Viewer, code: string): Promise<boolean> {
  const own = whereEquals(loyalty, { code, personId: viewer.personId, endedAt: null })
  if ((await db.$count(loyalty, own)) > 0) return true
  return (await db.$count(programme, and(eq(programme.code, code), ofDecidingRole(viewer)))) > 0
}

/**
 * One page of the loyalties in force behind a code, newest first, with the cursor of the next page.
 * @param filter `code` of a loyalty or programme; `rut` and `card` are empty for all
 */
export async function activeLoyaltiesOf(
  db: Db,
  viewer: Viewer,
  filter: { code: string; rut: string; card: string; count: number; after: Cursor | null },
): Promise<{ memberships: ActiveLoyalty[]; next: Cursor | null }> {
  const { code, rut, card, count, after } = filter
  const order = keyset({ at: loyalty.since, id: loyalty.code })
  const rows = await db
    .select({
      loyaltyCode: loyalty.code,
      programme: loyalty.programme,
      clientId: loyalty.personId,
      holder: loyalty.holder,
      clientRUT: loyalty.clientRUT,
      clientCardNumber: loyalty.clientCardNumber,
      at: loyalty.since,
      since: sqlTimestamp(loyalty.since),
      vehicles: vehiclesInForce,
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .where(
      and(
        isNull(loyalty.endedAt),
        or(
          whereEquals(loyalty, { code, personId: viewer.personId }),
          and(eq(loyalty.programme, code), ofDecidingRole(viewer)),
        ),
        rut === '' ? undefined : eq(loyalty.clientRUT, rut),
        card === '' ? undefined : eq(loyalty.clientCardNumber, card),
        order.after(after),
      ),
    )
    .orderBy(order.by)
    .limit(count + 1)
  const { page, next } = pageOf(rows, count, ({ at, loyaltyCode: id }) => ({ at, id }))
  return { memberships: page.map(({ at: _at, ...row }) => row), next }
}
