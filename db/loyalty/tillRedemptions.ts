import { eq, sql } from 'drizzle-orm'
import { RESERVATION_MINUTES, type RedemptionState } from '#contract/entities/redemption.ts'
import type { SpendingCode } from '#contract/entities/spendingCode.ts'
import { pointsText } from '#contract/pointsText.ts'
import type { Db } from '#db/core/db.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import {
  change,
  giveBack,
  isOver,
  lockMember,
  lockRedemption,
  notifyMember,
  type Redemption,
  reserve,
} from '#db/loyalty/redemptions.ts'
import { isGivenAt, rewardInForce } from '#db/loyalty/rewards.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'
import { cancelledReference, redemption, reward } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** A terminal whose row is locked, so that its calls follow each other, and what it names. */
export interface TillCall extends PushQueue {
  terminalId: string
  branchCode: string
  branchName: string
  reference: string
  now: Date
}

/** A redemption, or why the till does not get it. */
export type TillOutcome =
  | Redemption
  | Exclude<RedemptionState, 'reserved'>
  | 'unknown'
  | 'cancelled'
  | 'conflict'
  | 'wrongCode'
  | 'overLimit'
  | 'insufficient'
  | 'withoutValue'
  | 'unavailable'
  | { usedAt: string; usedIn: string }

/** The redemption of a reference of the till, locked; one whose end has come is given back. */
async function ofReference(tx: Db, call: TillCall): Promise<Redemption | undefined> {
  const { terminalId, reference, now } = call
  const found = await lockRedemption(tx, whereEquals(redemption, { terminalId, reference }))
  return found && isOver(found, now) ? await giveBack(tx, found, { state: 'expired', now }) : found
}

/** What a till asks to take. */
interface Reservation {
  code: SpendingCode
  /** The number of the 30 seconds of the code; null when it is not valid. */
  codeWindow: number | null
  points: number
  rewardCode: string
  ticket: string
  contentHash: Buffer
  rrn: string
}

/** Reserves points of a member; a repeat of the reference gets its present state. */
export async function reserveAtTill(
  tx: Db,
  call: TillCall,
  { code, codeWindow, contentHash, rewardCode, ...asked }: Reservation,
): Promise<TillOutcome> {
  const earlier = await earlierOutcome(tx, call, contentHash)
  if (earlier) return earlier
  const { loyaltyCode, limit } = code
  if (codeWindow === null) return 'wrongCode'
  const member = await lockMember(tx, eq(loyalty.code, loyaltyCode))
  if (!member) return 'wrongCode'
  const given = rewardCode
    ? await givenReward(tx, { code: rewardCode, programme: member.programme }, call)
    : await givenDiscount(tx, member.programme, asked.points)
  if (typeof given === 'string') return given
  if (limit > 0 && given.points > limit) return 'overLimit'
  const { terminalId, reference, now } = call
  const reserved = await reserve(tx, {
    id: uuidOf(`redemption ${terminalId} ${reference}`),
    ...given,
    loyaltyCode,
    kind: 'till',
    rrn: asked.rrn,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESERVATION_MINUTES * 60_000),
    terminalId,
    reference,
    contentHash,
    ticket: asked.ticket,
    codeWindow,
  })
  return reserved === 'used' ? 'wrongCode' : reserved
}

/** What became of a reference that the till used before; undefined for a new one. */
async function earlierOutcome(
  tx: Db,
  call: TillCall,
  contentHash: Buffer,
): Promise<TillOutcome | undefined> {
  const earlier = await ofReference(tx, call)
  if (earlier) return earlier.contentHash?.equals(contentHash) ? earlier : 'conflict'
  const { terminalId, reference } = call
  const cancelled = whereEquals(cancelledReference, { terminalId, reference })
  return (await tx.$count(cancelledReference, cancelled)) > 0 ? 'cancelled' : undefined
}

async function givenReward(
  tx: Db,
  of: { code: string; programme: string },
  { branchCode, now }: TillCall,
) {
  const found = await rewardInForce(tx, of, now)
  if (!found || !isGivenAt(found, branchCode)) return 'unavailable'
  const { points, discount, title, code: rewardCode } = found
  return { points, discount, title, rewardCode }
}

async function givenDiscount(tx: Db, code: string, points: number) {
  const [found] = await tx.select().from(programme).where(eq(programme.code, code))
  if (!found?.pointValue || points === 0) return 'withoutValue'
  return { points, discount: points * found.pointValue, title: 'Descuento en la caja' }
}

/** Spends the points of a reservation. */
export async function captureAtTill(tx: Db, call: TillCall, ticket: string): Promise<TillOutcome> {
  const found = await ofReference(tx, call)
  if (!found) return 'unknown'
  const { state } = found
  if (state === 'captured') return !ticket || ticket === found.ticket ? found : 'conflict'
  if (state !== 'reserved') return state
  return await capture(tx, call, found, ticket ? { ticket } : {})
}

/** Captures a redemption whose row is locked, and tells its member. */
async function capture(
  tx: Db,
  { now, branchName, ...queue }: TillCall,
  reserved: Redemption,
  changed: Partial<Redemption>,
): Promise<Redemption> {
  const captured = await change(tx, reserved, { ...changed, state: 'captured', endedAt: now })
  const { title, points } = captured
  await notifyMember(tx, queue, captured, {
    event: 'captured',
    title: `Canje en ${branchName}`,
    text: `Usaste ${pointsText(points)}: ${title}.`,
    at: now,
  })
  return captured
}

/**
 * Gives the points of a redemption back. Of a reference that never arrived it is kept that it was
 * cancelled.
 * @param reason why a captured one is reversed; empty: only a reservation is released
 */
export async function cancelAtTill(
  tx: Db,
  call: TillCall,
  reason: string,
): Promise<Redemption | 'captured' | undefined> {
  const { terminalId, reference, now } = call
  const found = await ofReference(tx, call)
  if (!found) {
    await tx
      .insert(cancelledReference)
      .values({ terminalId, reference, at: now })
      .onConflictDoNothing()
    return undefined
  }
  if (found.state === 'reserved')
    return await giveBack(tx, found, { state: 'released', now, reason })
  if (found.state !== 'captured') return found
  if (!reason) return 'captured'
  const reversed = await giveBack(tx, found, { state: 'reversed', now, reason })
  await notifyMember(tx, call, reversed, {
    event: 'reversed',
    title: `Anulamos tu canje en ${call.branchName}`,
    text: `Te devolvimos ${pointsText(reversed.points)}: ${reversed.title}.`,
    at: now,
  })
  return reversed
}

/** Uses a voucher, once; a repeat of the reference gets its present state. */
export async function captureVoucherAtTill(
  tx: Db,
  call: TillCall,
  {
    voucherCode,
    ticket,
    contentHash,
  }: { voucherCode: string; ticket: string; contentHash: Buffer },
): Promise<TillOutcome> {
  const earlier = await earlierOutcome(tx, call, contentHash)
  if (earlier) return earlier
  const { terminalId, reference, branchCode, now } = call
  const found = await lockRedemption(tx, eq(redemption.voucherCode, voucherCode))
  if (!found) return 'unknown'
  if (isOver(found, now)) {
    await giveBack(tx, found, { state: 'expired', now })
    return 'expired'
  }
  if (found.state === 'captured') return await whereUsed(tx, found.id)
  if (found.state !== 'reserved') return found.state
  const ofReward = eq(reward.code, found.rewardCode ?? '')
  const [taken] = await tx.select().from(reward).where(ofReward)
  if (taken && !isGivenAt(taken, branchCode)) return 'unavailable'
  return await capture(tx, call, found, { terminalId, reference, ticket, contentHash })
}

/** When and where a voucher was captured. */
async function whereUsed(tx: Db, id: string): Promise<{ usedAt: string; usedIn: string }> {
  const [used] = await tx
    .select({
      usedAt: sqlTimestamp(redemption.endedAt),
      usedIn: sql<string>`coalesce(${branch.name}, '')`,
    })
    .from(redemption)
    .leftJoin(terminal, eq(terminal.id, redemption.terminalId))
    .leftJoin(branch, eq(branch.code, terminal.branchCode))
    .where(eq(redemption.id, id))
  if (!used) throw new Error(`voucher ${id} does not exist`)
  return used
}
