import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { loyalty, programme, vehicle } from '#db/tables/loyalties.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'

/** A person's loyalties in force, the oldest (the current one) first. */
export async function loyaltiesOf(db: Db, personId: string): Promise<Loyalty[]> {
  const rows = await db
    .select({
      loyaltyCode: loyalty.code,
      programme: loyalty.programme,
      programmeName: programme.name,
      holder: loyalty.holder,
      points: ledgerAccount.balance,
      since: sqlTimestamp(loyalty.since),
      clientRUT: loyalty.clientRUT,
      clientCardNumber: loyalty.clientCardNumber,
      accountBank: loyalty.accountBank,
      accountBankType: loyalty.accountBankType,
      accountBankNumber: loyalty.accountBankNumber,
      accountBankBranch: loyalty.accountBankBranch,
      accountName: loyalty.accountName,
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(and(eq(loyalty.personId, personId), isNull(loyalty.endedAt)))
    .orderBy(loyalty.since, loyalty.code)
  const vehicles = await vehiclesOf(
    db,
    rows.map(({ loyaltyCode }) => loyaltyCode),
  )
  return rows.map((row) => ({
    ...row,
    points: row.points ?? 0,
    vehicles: vehicles.get(row.loyaltyCode) ?? [],
  }))
}

/** The vehicles in force of some loyalties, by the loyalty's code. */
export async function vehiclesOf(
  db: Db,
  codes: string[],
): Promise<Map<string, Loyalty['vehicles']>> {
  if (codes.length === 0) return new Map()
  const rows = await db
    .select()
    .from(vehicle)
    .where(and(inArray(vehicle.loyaltyCode, codes), isNull(vehicle.removedAt)))
    .orderBy(vehicle.plate)
  const byCode = Map.groupBy(rows, ({ loyaltyCode }) => loyaltyCode)
  return new Map(
    [...byCode].map(([code, held]) => [
      code,
      held.map(({ id, mark, plate, fuel }) => ({ vehicleId: id, mark, plate, fuel })),
    ]),
  )
}

const ownLoyalty = prepared('ownLoyalty', (db) =>
  db
    .select({ code: loyalty.code, clientRUT: loyalty.clientRUT, accountId: ledgerAccount.id })
    .from(loyalty)
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .where(
      and(
        eq(loyalty.code, sql.placeholder('code')),
        eq(loyalty.personId, sql.placeholder('personId')),
      ),
    )
    .prepare('ownLoyalty'),
)

/** The loyalty of this code if it is this person's, in force or not (its history stays theirs). */
export async function loyaltyOf(db: Db, personId: string, code: string) {
  return (await ownLoyalty(db).execute({ code, personId }))[0]
}
