import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DAY_MS } from '#contract/dates.ts'
import { arePointsRetained, pointsRetainedUntil } from '#contract/entities/loyalty.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { emptyingId, post, transferBalance } from '#db/loyalty/pointsLedger.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { ledgerAccount } from '#db/tables/ledger.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/*
 * The points of an ended loyalty stay on its account for 12 months (L11). A new loyalty of the
 * same person in the same programme gets them by one posting; afterwards a scheduled job takes them
 * by one posting. Both take the whole balance under the lock of the account, so that the second of
 * two finds nothing.
 */

const successor = alias(loyalty, 'successor')

const selectEnded = (db: Db) =>
  db
    .select({
      code: loyalty.code,
      personId: loyalty.personId,
      programme: loyalty.programme,
      endedAt: sql<Date>`${loyalty.endedAt}`.mapWith(loyalty.endedAt),
      points: sql<number>`${ledgerAccount.balance}`.mapWith(ledgerAccount.balance),
      successor: successor.code,
    })
    .from(loyalty)
    .innerJoin(ledgerAccount, eq(ledgerAccount.loyaltyCode, loyalty.code))
    .leftJoin(
      successor,
      whereEquals(successor, {
        personId: loyalty.personId,
        programme: loyalty.programme,
        endedAt: null,
      }),
    )
/** An ended loyalty with points on its account; `successor` is the loyalty in force of its person in the programme. */
type EndedLoyalty = Awaited<ReturnType<typeof selectEnded>>[number]
const hasPoints = and(isNotNull(loyalty.endedAt), gt(ledgerAccount.balance, 0))

/**
 * The retained points of a person by the code of the programme, each with the last day to join again
 * with them (`yyyyMMdd`; of several ended loyalties the first one to expire).
 */
export async function retainedPointsOf(db: Db, personId: string, now: Date) {
  const retained = new Map<string, { points: number; until: string }>()
  for (const ended of await selectEnded(db).where(and(eq(loyalty.personId, personId), hasPoints))) {
    if (!arePointsRetained(ended.endedAt, now)) continue
    const earlier = retained.get(ended.programme)
    const until = pointsRetainedUntil(ended.endedAt)
    retained.set(ended.programme, {
      points: ended.points + (earlier?.points ?? 0),
      until: earlier && earlier.until < until ? earlier.until : until,
    })
  }
  return retained
}

/**
 * Gives the retained points of a person's earlier loyalties in the programme to a loyalty in force,
 * inside the caller's transaction.
 * @param created the loyalty in force, with the number and the instant of the posting
 * @returns the points
 */
export async function returnRetainedPoints(
  tx: Db,
  created: Record<'personId' | 'programme' | 'loyaltyCode' | 'rrn', string> & { now: Date },
): Promise<number> {
  const { personId, programme, loyaltyCode, rrn, now } = created
  const own = whereEquals(loyalty, { personId, programme })
  let returned = 0
  for (const { code, endedAt } of await selectEnded(tx)
    .where(and(own, hasPoints))
    .orderBy(loyalty.code))
    if (arePointsRetained(endedAt, now))
      returned += await giveBack(tx, { from: code, to: loyaltyCode, rrn, now })
  return returned
}

const giveBack = (
  tx: Db,
  { now, ...move }: Record<'from' | 'to' | 'rrn', string> & { now: Date },
) => transferBalance(tx, { ...move, concept: 'Puntos de tu afiliación anterior', at: now })

/**
 * Takes the points that were retained for 12 months, and gives points that arrived on an ended loyalty
 * afterwards (a payment of an older debt) to the loyalty that followed it. Each loyalty is a
 * transaction of its own, so that a failure stops no other; safe to repeat.
 * @param nextRrn called outside of transactions
 * @param queue pushes the notifications of expired points; its `signal` ends it after the loyalty under way
 * @throws AggregateError after the last one, when some failed
 */
export async function processRetainedPoints(
  db: Db,
  now: Date,
  nextRrn: () => Promise<string>,
  { signal, ...queue }: PushQueue & { signal?: AbortSignal },
): Promise<void> {
  // A coarse condition for the database; `arePointsRetained` decides.
  const perhapsExpired = lt(loyalty.endedAt, new Date(now.getTime() - 364 * DAY_MS))
  const due = await selectEnded(db)
    .where(and(hasPoints, or(perhapsExpired, isNotNull(successor.code))))
    .orderBy(loyalty.code)
  const failures: unknown[] = []
  for (const ended of due) {
    if (signal?.aborted) break
    try {
      if (!arePointsRetained(ended.endedAt, now))
        await expire(db, ended, { rrn: await nextRrn(), now, queue })
      else if (ended.successor) await giveToSuccessor(db, ended, await nextRrn(), now)
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'retained points could not be processed')
}

/** The successor's row is locked, so that it does not end meanwhile. */
async function giveToSuccessor(db: Db, ended: EndedLoyalty, rrn: string, now: Date) {
  await inTransaction(db, async (tx) => {
    const successor = whereEquals(loyalty, { code: ended.successor ?? '', endedAt: null })
    const [inForce] = await tx.select().from(loyalty).where(successor).for('share')
    if (inForce) await giveBack(tx, { from: ended.code, to: inForce.code, rrn, now })
  })
}

async function expire(
  db: Db,
  { code, personId }: EndedLoyalty,
  { rrn, now, queue }: { rrn: string; now: Date; queue: PushQueue },
) {
  await inTransaction(db, async (tx) => {
    // The person's row before the account: deletion of the account locks it first, too.
    const ofId = eq(person.id, personId)
    const [owner] = await tx.select().from(person).where(ofId).for('share')
    const [account] = await lockAccounts(tx, [code])
    if (!account || account.balance === 0) return
    const eventId = emptyingId(account)
    await post(tx, {
      id: uuidOf(`expiry ${eventId}`),
      event: 'expiry',
      eventId,
      loyaltyCode: code,
      points: -account.balance,
      concept: 'Puntos vencidos a los 12 meses',
      rrn,
      at: now,
    })
    if (!owner || owner.deletedAt) return
    await insertNotification(queue, tx, {
      personId,
      event: `retainedPoints:${eventId}`,
      type: NOTIFICATION_TYPES.General,
      title: 'Vencieron los puntos que te guardamos',
      text: 'Pasaron 12 meses desde que dejaste el programa. Podés volver cuando quieras y sumar de nuevo.',
      at: now,
      url: '/#/listLoyalty',
    })
  })
}
