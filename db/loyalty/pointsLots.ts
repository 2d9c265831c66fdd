import { sql } from 'drizzle-orm'
import { DAY_MS, fromStamp, toDate } from '#contract/dates.ts'
import { monthsLater } from '#contract/entities/loyalty.ts'
import { GIVEN_BACK_DAYS } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { type ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'

/** Of the rule that gave the points; without it they can be spent at once and for 24 months. */
export interface LotTerms {
  pendingDays?: number | undefined
  expiresMonths?: number | undefined
}
export type Lot = typeof pointsLot.$inferInsert
type Given = Pick<typeof ledgerTransaction.$inferInsert, 'id' | 'at'>

/** The first instant after a day (`yyyyMMdd`) in Montevideo. */
export function endOf(day: string): Date {
  const start = fromStamp(`${day}000000`)
  if (!start) throw new RangeError(`${day} is no day`)
  return new Date(start.getTime() + DAY_MS)
}

/** The lot of an accrual; its periods count from the posting date. */
export function lotOf(
  { id, at }: Given,
  { loyaltyCode, points }: { loyaltyCode: string; points: number },
  { pendingDays = 0, expiresMonths = 24 }: LotTerms = {},
): Lot {
  const spendableFrom =
    pendingDays === 0 ? at : endOf(toDate(new Date(at.getTime() + pendingDays * DAY_MS)))
  const expiresAt = endOf(monthsLater(at, expiresMonths))
  return { id, loyaltyCode, transactionId: id, points, remaining: points, spendableFrom, expiresAt }
}

/** Points that were taken from a lot, and its expiration. */
export interface TakenLot {
  lotId: string
  points: number
  expiresAt: Date
}

/** The lots of points that a redemption gives back: with their old expiration, and at least 30 days. */
export const returnedLots = (
  { id, at }: Given,
  { loyaltyCode, lots }: { loyaltyCode: string; lots: readonly TakenLot[] },
): Lot[] => {
  const earliest = endOf(toDate(new Date(at.getTime() + GIVEN_BACK_DAYS * DAY_MS)))
  return lots.map(({ lotId, points, expiresAt }) => ({
    id: uuidOf(`lot ${id} ${lotId}`),
    loyaltyCode,
    transactionId: id,
    points,
    remaining: points,
    spendableFrom: at,
    expiresAt: expiresAt > earliest ? expiresAt : earliest,
  }))
}

/** The lots that points are taken from: those that can be spent, those that expired, or all. */
export type LotSource = 'spendable' | 'expired' | 'all'

/**
 * Of all lots the own one of a reversed accrual is the first, then pending ones, and then those that
 * expire first.
 */
const takePoints = prepared('take_points_from_lots', (db) => {
  const at = sql`${sql.placeholder('at')}::timestamptz`
  const wanted = sql`${sql.placeholder('points')}::int8`
  const source = sql`${sql.placeholder('source')}::text`
  const lots = sql`(
    select id, remaining, sum(remaining) over (
      order by (id = ${sql.placeholder('own')}::uuid) desc nulls last, (spendable_from > ${at}) desc, expires_at, id
    ) - remaining as before
    from ${pointsLot} where loyalty_code = ${sql.placeholder('loyaltyCode')} and remaining > 0
      and case ${source} when 'spendable' then spendable_from <= ${at} when 'expired' then expires_at <= ${at} else true end
  ) lot`
  const taken = sql<number>`least(lot.remaining, ${wanted} - lot.before)`
  return db
    .update(pointsLot)
    .set({ remaining: sql`${pointsLot.remaining} - ${taken}` })
    .from(lots)
    .where(sql`${pointsLot.id} = lot.id and lot.before < ${wanted}`)
    .returning({
      lotId: pointsLot.id,
      points: taken.mapWith(Number),
      expiresAt: pointsLot.expiresAt,
    })
})

/**
 * Takes points from a member's lots; the row of the member's account is locked.
 * @param own the lot to take from first
 * @returns what was taken from each lot
 * @throws when the lots have fewer: no spendable balance falls below 0 (L4)
 */
export async function takeFromLots(
  tx: Db,
  { points, own = null, ...take }: LotTake & { points: number; at: Date },
): Promise<TakenLot[]> {
  const taken = await takePoints(tx).execute({ ...take, own, points })
  if (taken.reduce((sum, lot) => sum + lot.points, 0) < points)
    throw new Error(`loyalty ${take.loyaltyCode} has fewer than ${points} ${take.source} points`)
  return taken
}
interface LotTake {
  loyaltyCode: string
  source: LotSource
  own?: string | null | undefined
}

/** Moves all lots of a loyalty to another one, with their times. */
export async function moveLots(
  tx: Db,
  { from, to, transactionId }: Record<'from' | 'to' | 'transactionId', string>,
): Promise<void> {
  await tx.execute(sql`
    insert into ${pointsLot} (id, loyalty_code, transaction_id, points, remaining, spendable_from, expires_at, warned_days)
    select md5(id::text || ${transactionId})::uuid, ${to}, ${transactionId}, remaining, remaining, spendable_from, expires_at, warned_days
    from ${pointsLot} where loyalty_code = ${from} and remaining > 0`)
  await tx.execute(
    sql`update ${pointsLot} set remaining = 0 where loyalty_code = ${from} and remaining > 0`,
  )
}
