import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import { DAY_MS, toDate } from '#contract/dates.ts'
import type { Voucher } from '#contract/entities/redemption.ts'
import { newCode } from '#contract/fields/groupedCode.ts'
import { pointsText } from '#contract/pointsText.ts'
import type { Db } from '#db/core/db.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { endOf } from '#db/loyalty/pointsLots.ts'
import { endedAt, stateAt } from '#db/loyalty/redemptionList.ts'
import {
  giveBack,
  isOver,
  lockMember,
  lockRedemption,
  notifyMember,
  reserve,
} from '#db/loyalty/redemptions.ts'
import { rewardBranches, rewardInForce } from '#db/loyalty/rewards.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { redemption, reward } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

const selectVouchers = (db: Db, now: Date) =>
  db
    .select({
      id: redemption.id,
      state: stateAt(now),
      title: redemption.title,
      points: redemption.points,
      discount: redemption.discount,
      datetime: sqlTimestamp(redemption.createdAt),
      until: sqlTimestamp(redemption.expiresAt),
      endedAt: endedAt(now),
      branchName: sql<string>`coalesce(${branch.name}, '')`,
      loyaltyCode: redemption.loyaltyCode,
      text: reward.text,
      code: sql<string>`${redemption.voucherCode}`,
      branches: rewardBranches,
    })
    .from(redemption)
    .innerJoin(loyalty, eq(loyalty.code, redemption.loyaltyCode))
    .innerJoin(reward, eq(reward.code, redemption.rewardCode))
    .leftJoin(terminal, eq(terminal.id, redemption.terminalId))
    .leftJoin(branch, eq(branch.code, terminal.branchCode))
type Row = Awaited<ReturnType<typeof selectVouchers>>[number]
const toVoucher = ({ branches, ...row }: Row): Voucher => ({
  ...row,
  branches: branches.map(({ name }) => name),
})

/** Most vouchers of the answer that can no longer be used. */
const ENDED = 50

/** The vouchers of a person: those that can be used, the one that ends next first; then the newest others. */
export async function vouchersOf(db: Db, personId: string, now: Date): Promise<Voucher[]> {
  const own = and(eq(loyalty.personId, personId), eq(redemption.kind, 'voucher'))
  const usable = and(eq(redemption.state, 'reserved'), sql`${redemption.expiresAt} > ${now}`)
  const [open, ended] = await Promise.all([
    selectVouchers(db, now).where(and(own, usable)).orderBy(redemption.expiresAt, redemption.id),
    selectVouchers(db, now)
      .where(and(own, or(ne(redemption.state, 'reserved'), sql`${redemption.expiresAt} <= ${now}`)))
      .orderBy(desc(redemption.createdAt), desc(redemption.id))
      .limit(ENDED),
  ])
  return [...open, ...ended].map(toVoucher)
}

async function ownVoucher(db: Db, personId: string, id: string, now: Date): Promise<Voucher> {
  const own = and(eq(loyalty.personId, personId), eq(redemption.id, id))
  const [row] = await selectVouchers(db, now).where(own)
  if (!row) throw new Error(`voucher ${id} does not exist`)
  return toVoucher(row)
}

/** A person who takes a reward, and what its voucher needs. */
interface Taking extends PushQueue {
  id: string
  personId: string
  loyaltyCode: string
  rewardCode: string
  rrn: string
  /** 16 bytes, of which the code is made. */
  random: Uint8Array
  now: Date
}

/** Takes a reward: its points leave the ledger, and its voucher can be used until the end of its last day. */
export async function takeReward(
  tx: Db,
  { id, personId, loyaltyCode, rewardCode, rrn, random, now, ...queue }: Taking,
): Promise<Voucher | 'notFound' | 'unavailable' | 'insufficient'> {
  const member = await lockMember(tx, whereEquals(loyalty, { code: loyaltyCode, personId }))
  if (!member) return 'notFound'
  const taken = await rewardInForce(tx, { code: rewardCode, programme: member.programme }, now)
  if (!taken) return 'unavailable'
  const { points, discount, title, validDays } = taken
  const reserved = await reserve(tx, {
    id,
    loyaltyCode,
    kind: 'voucher',
    points,
    discount,
    rewardCode,
    title,
    rrn,
    createdAt: now,
    expiresAt: endOf(toDate(new Date(now.getTime() + validDays * DAY_MS))),
    voucherCode: newCode(random),
  })
  if (reserved === 'insufficient') return reserved
  if (reserved === 'used') throw new Error('the code of a voucher is taken')
  await notifyMember(tx, queue, reserved, {
    event: 'redemption',
    title: 'Tu vale está listo',
    text: `Vale por ${title}, por ${pointsText(points)}. Mostralo en la caja.`,
    at: now,
  })
  return await ownVoucher(tx, personId, id, now)
}

/**
 * Gives a voucher back that was not used. A repeat changes nothing.
 * @returns `used` when a till captured it
 */
export async function returnVoucher(
  tx: Db,
  { personId, id, now }: { personId: string; id: string; now: Date },
): Promise<Voucher | 'notFound' | 'used'> {
  if (!isUuid(id)) return 'notFound'
  const ofPerson = sql`${redemption.loyaltyCode} in (select ${loyalty.code} from ${loyalty} where ${loyalty.personId} = ${personId})`
  const found = await lockRedemption(tx, whereEquals(redemption, { id, kind: 'voucher' }), ofPerson)
  if (!found) return 'notFound'
  if (found.state === 'captured') return 'used'
  if (found.state === 'reserved')
    await giveBack(tx, found, { state: isOver(found, now) ? 'expired' : 'released', now })
  return await ownVoucher(tx, personId, id, now)
}
