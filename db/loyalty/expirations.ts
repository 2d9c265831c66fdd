import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { DAY_MS, dayAndMonth, toDate, toStamp } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { pointsText } from '#contract/pointsText.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { post } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { pointsLot } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** Days before the expiration on which the member is warned; the nearest one first. */
const WARNINGS = [7, 30]
/** Hours of the day in Montevideo from and to which a person is warned. */
const [FIRST_HOUR, LAST_HOUR] = ['09', '20']
/** Whether a person may be warned now. */
export function isWarningHour(now: Date): boolean {
  const hour = toStamp(now).slice(8, 10)
  return hour >= FIRST_HOUR && hour <= LAST_HOUR
}

/** What the job needs besides the database. */
interface Expirations extends PushQueue {
  /** Called outside of transactions. */
  nextRrn: () => Promise<string>
  /** Ends the run after the member under way. */
  signal?: AbortSignal
}

/**
 * Posts the points of expired lots, one posting for each member and day, and warns of those that expire
 * soon. Each member is a transaction of its own, so that a failure stops no other; safe to repeat, and
 * with two servers at once.
 * @throws AggregateError after the last one, when some failed
 */
export async function processExpirations(
  db: Db,
  now: Date,
  { nextRrn, signal, ...queue }: Expirations,
): Promise<void> {
  const failures: unknown[] = []
  const each = async (codes: string[], work: (code: string) => Promise<void>) => {
    for (const code of codes) {
      if (signal?.aborted) return
      await work(code).catch((failure: unknown) => failures.push(failure))
    }
  }
  await each(await membersWith(db, lte(pointsLot.expiresAt, now)), async (code) => {
    const rrn = await nextRrn()
    await inTransaction(db, (tx) => expire(tx, code, now, rrn))
  })
  if (isWarningHour(now))
    for (const days of WARNINGS)
      await each(await membersWith(db, expiringWithin(now, days)), (code) =>
        inTransaction(db, (tx) => warn(tx, queue, code, now, days)),
      )
  if (failures.length > 0) throw new AggregateError(failures, 'expirations could not be processed')
}

/** The loyalties with points left in such lots. */
async function membersWith(db: Db, condition: ReturnType<typeof and>): Promise<string[]> {
  const rows = await db
    .selectDistinct({ code: pointsLot.loyaltyCode })
    .from(pointsLot)
    .where(and(gt(pointsLot.remaining, 0), condition))
    .orderBy(pointsLot.loyaltyCode)
  return rows.map(({ code }) => code)
}

/** Lots whose member was not warned so near to the expiration. */
const expiringWithin = (now: Date, days: number) =>
  and(
    gt(pointsLot.expiresAt, now),
    lte(pointsLot.expiresAt, new Date(now.getTime() + days * DAY_MS)),
    or(isNull(pointsLot.warnedDays), gt(pointsLot.warnedDays, days)),
  )

/** Reads the lots under the lock of the account: a redemption or a reversal may have taken from them. */
async function expire(tx: Db, loyaltyCode: string, now: Date, rrn: string): Promise<void> {
  await lockAccounts(tx, [loyaltyCode])
  const [expired] = await tx
    .select({ points: sql`coalesce(sum(${pointsLot.remaining}), 0)`.mapWith(Number) })
    .from(pointsLot)
    .where(and(eq(pointsLot.loyaltyCode, loyaltyCode), lte(pointsLot.expiresAt, now)))
  const points = expired?.points ?? 0
  const eventId = `${loyaltyCode}:${toDate(now)}`
  await post(tx, {
    id: uuidOf(`expiration ${eventId}`),
    event: 'expiration',
    eventId,
    loyaltyCode,
    points: -points,
    concept: `${points === 1 ? 'Venció' : 'Vencieron'} ${pointsText(points)} sin usar`,
    rrn,
    at: now,
  })
}

/** Marks the lots with the notification, so that each warning is given once. */
async function warn(
  tx: Db,
  queue: PushQueue,
  loyaltyCode: string,
  now: Date,
  days: number,
): Promise<void> {
  const [member] = await tx
    .select({ personId: person.id })
    .from(loyalty)
    .innerJoin(person, eq(person.id, loyalty.personId))
    .where(and(eq(loyalty.code, loyaltyCode), isNull(loyalty.endedAt), isNull(person.deletedAt)))
    .for('share', { of: person })
  await lockAccounts(tx, [loyaltyCode])
  const lots = await tx
    .update(pointsLot)
    .set({ warnedDays: days })
    .where(
      and(
        eq(pointsLot.loyaltyCode, loyaltyCode),
        gt(pointsLot.remaining, 0),
        expiringWithin(now, days),
      ),
    )
    .returning({ points: pointsLot.remaining, expiresAt: pointsLot.expiresAt })
  const [first, ...others] = lots.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
  if (!member || !first) return
  const points = lots.reduce((sum, lot) => sum + lot.points, 0)
  const [from, to] = [dayOf(first), dayOf(others.at(-1) ?? first)]
  const amount = `${points === 1 ? 'vence' : 'vencen'} ${pointsText(points)}`
  await insertNotification(queue, tx, {
    personId: member.personId,
    event: `expiration:${loyaltyCode}:${days}:${first.expiresAt.toISOString()}`,
    type: NOTIFICATION_TYPES.General,
    title: 'Tenés puntos por vencer',
    text: `${from === to ? `El ${from}` : `Entre el ${from} y el ${to}`} te ${amount}. Aprovechalos antes en cualquier estación.`,
    at: now,
    url: '/#/listLoyalty',
  })
}

/** The last day of a lot, as `31/12`. */
const dayOf = ({ expiresAt }: { expiresAt: Date }): string =>
  dayAndMonth(toDate(new Date(expiresAt.getTime() - 1)))
