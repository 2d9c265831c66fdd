import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { Db } from '#db/core/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty, programme, vehicle } from '#db/tables/loyalties.ts'

/** The vehicles in force of the loyalty of each selected row, as a JSON array. */
export const vehiclesInForce = sql<Loyalty['vehicles']>`(
  select coalesce(json_agg(json_build_object('vehicleId', ${vehicle.id}, 'mark', ${vehicle.mark},
    'plate', ${vehicle.plate}, 'fuel', ${vehicle.fuel}) order by ${vehicle.plate}), '[]')
  from ${vehicle} where ${vehicle.loyaltyCode} = ${loyalty.code} and ${vehicle.removedAt} is null)`

/** A person's loyalties in force, the oldest (the current one) first. */
export async function loyaltiesOf(db: Db, personId: string): Promise<Loyalty[]> {
  return await db
    .select({
      loyaltyCode: loyalty.code,
      programme: loyalty.programme,
      programmeName: programme.name,
      holder: loyalty.holder,
      points: sql<number>`coalesce(${ledgerAccount.balance}, 0)`.mapWith(Number),
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
    .where(and(eq(loyalty.personId, personId), isNull(loyalty.endedAt)))
    .orderBy(loyalty.since, loyalty.code)
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
