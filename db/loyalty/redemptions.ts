import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { type RedemptionState, voucherLink } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { statusOfMember } from '#db/loyalty/loyalties.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'
import { redemption, redemptionLot } from '#db/tables/redemptions.ts'

export type Redemption = typeof redemption.$inferSelect
type NewRedemption = Omit<typeof redemption.$inferInsert, 'state' | 'endedAt'>

/** A loyalty in force, locked so that it does not end meanwhile. */
export async function lockMember(tx: Db, condition: SQL | undefined) {
  const [member] = await tx.select().from(loyalty).where(condition).for('share')
  return member && !member.endedAt ? member : undefined
}

/**
 * Takes the points of a redemption from a member whose loyalty is locked, as one posting.
 * @returns `insufficient` when fewer can be spent; `used` when the spending code was used before (T8)
 */
export async function reserve(
  tx: Db,
  draft: NewRedemption,
): Promise<Redemption | 'insufficient' | 'used'> {
  const { id, loyaltyCode, points, title, rrn, createdAt: at } = draft
  await lockAccounts(tx, [loyaltyCode])
  const status = await statusOfMember(tx, loyaltyCode, at)
  if (!status || status.points < points) return 'insufficient'
  const row = { ...draft, state: 'reserved' as const }
  const [reserved] = await tx.insert(redemption).values(row).onConflictDoNothing().returning()
  if (!reserved) return 'used'
  const line = {
    id,
    event: 'redemption' as const,
    eventId: id,
    concept: `Canje: ${title}`,
    rrn,
    at,
  }
  const taken = await post(tx, { ...line, loyaltyCode, points: -points })
  await tx.insert(redemptionLot).values(taken.map((lot) => ({ ...lot, redemptionId: id })))
  return reserved
}

/** A redemption with its row locked: of two changes of its state the second one sees the first. */
export async function lockRedemption(
  tx: Db,
  ...conditions: (SQL | undefined)[]
): Promise<Redemption | undefined> {
  return (
    await tx
      .select()
      .from(redemption)
      .where(and(...conditions))
      .for('update')
  )[0]
}

/** Stores a change of a redemption whose row is locked. */
export async function change(
  tx: Db,
  { id }: Redemption,
  changed: Partial<Redemption> & { state: RedemptionState; endedAt: Date },
): Promise<Redemption> {
  const [stored] = await tx.update(redemption).set(changed).where(eq(redemption.id, id)).returning()
  if (!stored) throw new Error(`redemption ${id} does not exist`)
  return stored
}

const WHY = {
  released: 'Canje sin usar',
  expired: 'Canje vencido sin usar',
  reversed: 'Canje anulado',
} as const

/**
 * Gives the points of a redemption back whose row is locked, as one posting: with the expiration of the
 * lots that they were taken from, and at least 30 days (T7).
 */
export async function giveBack(
  tx: Db,
  given: Redemption,
  { state, now, reason = '' }: { state: keyof typeof WHY; now: Date; reason?: string },
): Promise<Redemption> {
  const { id, loyaltyCode, points, title, rrn } = given
  const lots = await tx.select().from(redemptionLot).where(eq(redemptionLot.redemptionId, id))
  const line = { event: 'giveBack' as const, eventId: id, concept: `${WHY[state]}: ${title}`, rrn }
  await post(tx, { id: uuidOf(`giveBack ${id}`), ...line, at: now, loyaltyCode, points, lots })
  return await change(tx, given, { state, endedAt: now, reason })
}

/** Gives what is reserved of some loyalties back: they end. */
export async function releaseAll(tx: Db, loyalties: string[], now: Date): Promise<void> {
  const reserved = await tx
    .select()
    .from(redemption)
    .where(and(inArray(redemption.loyaltyCode, loyalties), eq(redemption.state, 'reserved')))
    .orderBy(redemption.id)
    .for('update')
  for (const one of reserved)
    await giveBack(tx, one, { state: isOver(one, now) ? 'expired' : 'released', now })
}

/** Tells the member of a redemption, once for each event (N2). */
export async function notifyMember(
  tx: Db,
  { jobs }: PushQueue,
  { id, loyaltyCode, kind }: Redemption,
  notice: { event: string; title: string; text: string; at: Date },
): Promise<void> {
  const [member] = await tx
    .select({ personId: person.id })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(and(eq(loyalty.code, loyaltyCode), isNull(person.deletedAt)))
  if (!member) return
  await insertNotification({ jobs }, tx, {
    ...member,
    ...notice,
    event: `${notice.event}:${id}`,
    type: NOTIFICATION_TYPES.Voucher,
    url: kind === 'voucher' ? voucherLink({ loyaltyCode, id }) : '/#/movements',
  })
}

/** Whether the end of a reservation or a voucher has come. */
export const isOver = ({ state, expiresAt }: Redemption, now: Date): boolean =>
  state === 'reserved' && expiresAt <= now
