import { and, eq, getTableColumns, isNotNull, isNull, sql } from 'drizzle-orm'
import { fromStamp, toDate } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { promotionLink } from '#contract/entities/promotion.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { listed } from '#db/core/listed.ts'
import { keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import type { JobQueue } from '#db/jobs/queue.ts'
import {
  type Announcement,
  announcementEvent,
  announcementText,
  announceSlice,
  countRecipients,
  FIRST_ID,
} from '#db/messaging/announcements.ts'
import { programme } from '#db/tables/loyalties.ts'
import { promotion } from '#db/tables/messaging.ts'

/** Seconds between two slices: calls of drivers are served meanwhile. */
const PAUSE_S = 1

type PromotionRow = typeof promotion.$inferSelect
/** Where the announcement of a promotion is. */
type PromotionState = 'draft' | 'scheduled' | 'sending' | 'sent' | 'stopped' | 'ended'
const STATE = sql<PromotionState>`case
  when ended_at is not null then 'ended'
  when draft then 'draft'
  when stopped_at is not null then 'stopped'
  when send_at is null or done_at is not null then 'sent'
  when sent_up_to is null then 'scheduled'
  else 'sending' end`
export interface PromotionJobData {
  promotion: string
}
interface Sending {
  db: Db
  jobs: Pick<JobQueue, 'add' | 'addAll'>
}

const { Promotion: type } = NOTIFICATION_TYPES

/** The promotion with its state; undefined for an unknown id. */
export const promotionById = async (
  db: Db,
  id: string,
): Promise<(PromotionRow & { state: PromotionState }) | undefined> => {
  const row = { ...getTableColumns(promotion), state: STATE }
  return (await db.select(row).from(promotion).where(eq(promotion.id, id)))[0]
}

/** How many drivers want promotions, all or of its programme. */
export const audienceOf = (
  db: Db,
  { programme }: Pick<PromotionRow, 'programme'>,
): Promise<number> => countRecipients(db, { type, programme })

/** How many drivers got the announcement of a promotion, and how many of them read it. */
export async function reachOf(db: Db, id: string): Promise<{ notified: number; read: number }> {
  const { rows } = await db.execute<{ notified: number; read: number }>(
    sql`select count(*)::int as notified, (count(*) filter (where read))::int as read
      from notification where event = ${announcementEvent(id)} and event like 'announcement:%'`,
  )
  return rows[0] ?? { notified: 0, read: 0 }
}

export const promotionNotification = ({ id, text, lastDay, ...row }: PromotionRow, now: Date) =>
  ({
    id,
    type,
    title: row.title,
    text: announcementText(text, lastDay),
    url: promotionLink(id),
    imageUrl: row.imageUrl,
    programme: row.programme ?? undefined,
    email: undefined,
    until: fromStamp(`${lastDay} 23:59:59`) ?? undefined,
    now,
  }) satisfies Announcement

/**
 * Publishes a draft and plans its announcement, or goes on with one that was stopped.
 * @param sendAt when it begins; now for one that goes on
 * @returns the drivers that it is for; undefined when it is neither a draft nor stopped
 */
export async function startSending(
  { jobs }: Pick<Sending, 'jobs'>,
  tx: Db,
  { id, sendAt }: { id: string; sendAt: Date },
): Promise<number | undefined> {
  const [row] = await tx.select().from(promotion).where(eq(promotion.id, id)).for('update')
  if (!row || row.endedAt || !(row.draft || row.stoppedAt)) return undefined
  const audience = await audienceOf(tx, row)
  await tx
    .update(promotion)
    .set({ draft: false, sendAt, stoppedAt: null, audience })
    .where(eq(promotion.id, id))
  await jobs.add(tx, 'promotion', { promotion: id }, { startAfter: sendAt })
  return audience
}

/**
 * Stops an announcement that is not done: drivers who have it keep it. One that has not begun is a
 * draft again.
 * @returns false when there is none to stop
 */
export async function stopSending(tx: Db, id: string, now: Date): Promise<boolean> {
  const begun = sql`${promotion.sentUpTo} is not null`
  const { rowCount } = await tx
    .update(promotion)
    .set({
      stoppedAt: sql`case when ${begun} then ${now}::timestamptz end`,
      draft: sql`not ${begun}`,
      sendAt: sql`case when ${begun} then ${promotion.sendAt} end`,
    })
    .where(and(isSending(id), isNull(promotion.endedAt)))
  return Boolean(rowCount)
}

/** Ends a promotion before its last day: no driver sees it any more. @returns false when it cannot be ended */
export async function endPromotion(tx: Db, id: string, now: Date): Promise<boolean> {
  const running = whereEquals(promotion, { id, draft: false, endedAt: null })
  return Boolean((await tx.update(promotion).set({ endedAt: now }).where(running)).rowCount)
}

/**
 * Announces a promotion to the next drivers, and adds the job of the slice after it, in one transaction:
 * of a slice that is interrupted nothing is stored. A driver is notified once, however often it runs
 * (N2).
 * @returns how many were notified now; undefined when there is nothing to do
 */
export const sendSlice = ({ db, jobs }: Sending, id: string, now: Date) =>
  inTransaction(db, async (tx) => {
    const due = and(
      isSending(id),
      isNull(promotion.endedAt),
      sql`${promotion.sendAt} <= ${now}::timestamptz`,
    )
    const [row] = await tx.select().from(promotion).where(due).for('update')
    if (!row) return undefined
    const notice = promotionNotification(row, now)
    const slice = await announceSlice({ jobs }, tx, notice, row.sentUpTo ?? FIRST_ID)
    await tx
      .update(promotion)
      .set({
        devices: row.devices + slice.devices,
        ...(slice.last ? { sentUpTo: slice.last } : { doneAt: now }),
      })
      .where(eq(promotion.id, id))
    if (slice.last) await jobs.add(tx, 'promotion', { promotion: id }, { startAfter: PAUSE_S })
    return slice.people
  })

/** Whether an announcement is planned or under way. */
const isSending = (id: string) =>
  and(
    whereEquals(promotion, { id, draft: false, stoppedAt: null, doneAt: null }),
    isNotNull(promotion.sendAt),
  )

const order = keyset({ at: promotion.createdAt, id: promotion.id })
/** Promotions, the newest first, in a state or valid within a period if these are given. */
export const promotionsLike = (
  db: Db,
  { state, period }: { state?: PromotionState; period?: Span },
  page: PageQuery,
) =>
  listed(
    db
      .select({
        id: promotion.id,
        title: promotion.title,
        firstDay: promotion.firstDay,
        lastDay: promotion.lastDay,
        programmeName: programme.name,
        audience: promotion.audience,
        createdAt: promotion.createdAt,
        state: STATE,
      })
      .from(promotion)
      .leftJoin(programme, eq(programme.code, promotion.programme))
      .where(
        and(
          state ? sql`${STATE} = ${state}` : undefined,
          period &&
            sql`${promotion.firstDay} < to_date(${toDate(period.until)}, 'YYYYMMDD') and ${promotion.lastDay} >= to_date(${toDate(period.from)}, 'YYYYMMDD')`,
          order.of(page).after(page.after),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )
