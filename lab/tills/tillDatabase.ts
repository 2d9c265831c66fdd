import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { withClient } from '#db/core/withClient.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { branch } from '#db/tables/stations.ts'
import {
  type Member,
  RULE_CHANGE_MS,
  RULES,
  RULES_BEGIN_MS,
  terminalIdOf,
} from '#lab/tills/model.ts'
import { TILLS_PER_STATION } from '#lab/tills/planTills.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { addTestTerminal } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

/** The rules of the model, for every programme; what they give can be spent at once. No bound of a day holds a sale,
 * and each loyalty has an account. */
export async function insertRules(databaseUrl: string, start: Date): Promise<void> {
  // A few members buy all day.
  await withClient(databaseUrl, widenBounds)
  const rows = Object.entries(RULES).flatMap(([product, { before, since }]) => [
    [product, new Date(start.getTime() - RULES_BEGIN_MS), ...before],
    [product, new Date(start.getTime() - RULE_CHANGE_MS), ...since],
  ])
  for (const row of rows)
    await queryRows(
      databaseUrl,
      `insert into points_rule (programme, product, valid_from, per_litre, per_hundred, discount_basis_points, pending_days)
       select code, $1, $2, $3, $4, 0, 0 from programme`,
      row,
    )
}

/** The loyalties in force that code, card and plate find alone. */
export const readMembers = (databaseUrl: string, start: Date) =>
  queryRows<Member>(
    databaseUrl,
    `select l.code as "loyaltyCode", l.client_card_number as "cardNumber", v.plate
     from loyalty l join membership_request q on q.reference = l.request_reference
     join vehicle v on v.loyalty_code = l.code and v.removed_at is null and v.plate = q.draft #>> '{vehicle,plate}'
     where l.ended_at is null and l.since < $1 and l.client_card_number <> ''
       and not exists (select from vehicle o where o.plate = v.plate and o.loyalty_code <> l.code)
     order by l.code`,
    [new Date(start.getTime() - RULES_BEGIN_MS)],
  )

/** Adds the terminals of the first stations. @returns the codes that enrol them */
export async function addTerminals(db: Db, count: number, now: () => Date) {
  const stations = await db.select({ code: branch.code }).from(branch).orderBy(branch.code)
  const served = { context: { db, now } }
  const codes: string[] = []
  while (codes.length < count) {
    const branchCode = stations[Math.floor(codes.length / TILLS_PER_STATION)]?.code
    if (!branchCode) throw new Error(`la demo tiene ${stations.length} estaciones`)
    const id = terminalIdOf(codes.length)
    codes.push((await addTestTerminal(served, branchCode, undefined, id)).code)
  }
  return codes
}

/** Spends all points of a member, so that later voids and returns find too few (L13). */
export async function spendAll(db: Db, member: Member | undefined, at = new Date()): Promise<void> {
  const loyaltyCode = member?.loyaltyCode ?? ''
  const spend = async (tx: Db) => {
    const [account] = await lockAccounts(tx, [loyaltyCode])
    await spendPoints(tx, { loyaltyCode, points: account?.balance ?? 0, at })
  }
  // PostgreSQL may be down: what was spent is read from the ledger.
  await inTransaction(db, spend).catch(() => {})
}

/** Lets the time of the reservations and payments pass that no till has ended, and the day of some payments. */
export async function endTimes(
  databaseUrl: string,
  now: Date,
  ofYesterday: readonly string[],
): Promise<void> {
  const ended = 'created_at = created_at - (expires_at - $1::timestamptz), expires_at = $1'
  await queryRows(
    databaseUrl,
    `update redemption set ${ended} where state = 'reserved' and kind = 'till'`,
    [now],
  )
  await queryRows(databaseUrl, `update payment_request set ${ended} where state = 'waiting'`, [now])
  await queryRows(
    databaseUrl,
    `with paid as (
      update payment_request set paid_at = paid_at - interval '2 days' where reference = any($1) returning attempt_id
    )
    update payment_attempt set created_at = created_at - interval '2 days'
    where id in (select attempt_id from paid)`,
    [ofYesterday],
  )
}
