import { and, eq, gt, isNull, lte, type SQL } from 'drizzle-orm'
import { DAY_MS, dayAndMonth, toDate } from '#contract/dates.ts'
import { pointsText } from '#contract/pointsText.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { isWarningHour } from '#db/loyalty/expirations.ts'
import { giveBack, isOver, lockRedemption, notifyMember } from '#db/loyalty/redemptions.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { redemption } from '#db/tables/redemptions.ts'

/** How many days before its end the member is warned of a voucher that was not used. */
const WARNING_DAYS = 3

/**
 * Gives the points of reservations and vouchers back whose end has come, and warns of vouchers that end
 * soon. Each is a transaction of its own, so that a failure stops no other; safe to repeat, and with two
 * servers at once.
 * @throws AggregateError after the last one, when some failed
 */
export async function processRedemptionEnds(
  db: Db,
  now: Date,
  { signal, ...queue }: PushQueue & { signal?: AbortSignal },
): Promise<void> {
  const failures: unknown[] = []
  const each = async (condition: SQL | undefined, work: (tx: Db, id: string) => Promise<void>) => {
    const due = and(eq(redemption.state, 'reserved'), condition)
    const rows = await db.select({ id: redemption.id }).from(redemption).where(due)
    for (const { id } of rows)
      if (!signal?.aborted)
        await inTransaction(db, (tx) => work(tx, id)).catch((failure: unknown) => {
          failures.push(failure)
        })
  }
  await each(lte(redemption.expiresAt, now), (tx, id) => expire(tx, queue, id, now))
  if (isWarningHour(now)) await each(isEnding(now), (tx, id) => warn(tx, queue, id, now))
  if (failures.length > 0)
    throw new AggregateError(failures, 'ends of redemptions could not be processed')
}

/** Vouchers that end soon, and of which the member was not warned. */
const isEnding = (now: Date) =>
  and(
    eq(redemption.kind, 'voucher'),
    gt(redemption.expiresAt, now),
    lte(redemption.expiresAt, new Date(now.getTime() + WARNING_DAYS * DAY_MS)),
    isNull(redemption.warnedAt),
  )

async function expire(tx: Db, queue: PushQueue, id: string, now: Date): Promise<void> {
  const found = await lockRedemption(tx, eq(redemption.id, id))
  if (!found || !isOver(found, now)) return
  const expired = await giveBack(tx, found, { state: 'expired', now })
  if (expired.kind === 'voucher')
    await notifyMember(tx, queue, expired, {
      event: 'expired',
      title: 'Venció tu vale',
      text: `No usaste el vale por ${expired.title}: te devolvimos ${pointsText(expired.points)}.`,
      at: now,
    })
}

async function warn(tx: Db, queue: PushQueue, id: string, now: Date): Promise<void> {
  const found = await lockRedemption(tx, eq(redemption.id, id), isEnding(now))
  if (found?.state !== 'reserved') return
  await tx.update(redemption).set({ warnedAt: now }).where(eq(redemption.id, id))
  const last = toDate(new Date(found.expiresAt.getTime() - 1))
  await notifyMember(tx, queue, found, {
    event: 'ending',
    title: 'Tu vale vence pronto',
    text: `Podés usar el vale por ${found.title} hasta el ${dayAndMonth(last)}.`,
    at: now,
  })
}
