import { sql } from 'drizzle-orm'
import { USER } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { addPushJobs, type PushQueue } from '#db/messaging/pushJobs.ts'

/** Number of people whose notifications are added in one transaction. */
const BATCH = 500
/** Before the first person. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** What identifies the notifications of an announcement. */
export const announcementEvent = (id: string): string => `announcement:${id}`

/** A notification to many people, from the network. */
export interface Announcement {
  /** Identifies it: a person gets it once, however often it is sent. */
  id: string
  type: number
  title: string
  text: string
  /** A page of the app or of the network's site; empty: none. */
  url: string
  /** Address of a picture that the product hosts; empty or left out: none. */
  imageUrl?: string
  /** Only those who hold a loyalty of this programme; undefined: every driver. */
  programme?: string | undefined
  /** Only this person, in lower case; undefined: every driver. */
  email: string | undefined
  /** After it nothing is pushed any more; undefined: a day from now. */
  until: Date | undefined
  now: Date
}

/** A text with the last day, `yyyy-MM-dd`, as a sentence: `Hasta el 30/11.` */
export const announcementText = (text: string, lastDay: string): string =>
  `${text} Hasta el ${lastDay.split('-').slice(1).toReversed().map(Number).join('/')}.`

/**
 * Stores a notification for the next confirmed drivers who have not turned its type off, and adds the jobs
 * that push it, in the caller's transaction.
 * @param after the last person of the slice before
 * @returns how many got it now, on how many devices, and the last person looked at; null after the last one
 */
export async function announceSlice(
  queue: PushQueue,
  tx: Db,
  announcement: Announcement,
  after: string,
) {
  const { last, stored } = await storeBatch(tx, announcement, after)
  const until = announcement.until?.toISOString()
  const pushed = stored.flatMap(({ id, devices }) =>
    devices.map((subscription) => ({ notification: id, subscription, ...(until && { until }) })),
  )
  await addPushJobs(queue, tx, pushed)
  return { last, people: stored.length, devices: pushed.length }
}

/** Drivers `p` whom an announcement of a type is for, with their choice `n`; of a programme if it is not null. */
const recipients = (type: number, programme: string | null) => sql`person p
  join person_role r on r.person_id = p.id and r.role_code = ${USER}
  left join notification_preference n on n.person_id = p.id and n.type = ${type}
  where p.confirmed_at is not null and p.deleted_at is null
    and (${programme}::text is null or exists (
      select from loyalty l where l.person_id = p.id and l.programme = ${programme} and l.ended_at is null))`

/** How many drivers want the notifications of a type, all or of a programme. */
export async function countRecipients(
  db: Db,
  { type, programme }: { type: number; programme: string | null },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${recipients(type, programme)} and coalesce(n.app, true)`,
  )
  return rows[0]?.count ?? 0
}

/** @returns the notifications stored now, and the last person looked at; null after the last one */
async function storeBatch(tx: Db, { id, email, now, ...row }: Announcement, after: string) {
  const { programme = null, imageUrl = '' } = row
  const { rows } = await tx.execute<{
    last: string | null
    stored: { id: string; devices: string[] }[]
  }>(sql`
    with people as (
      select p.id, coalesce(n.app, true) as app, coalesce(n.push, true) as push
      from ${recipients(row.type, programme)}
        and p.id > ${after}::uuid and p.email = coalesce(${email ?? null}, p.email)
      order by p.id limit ${BATCH}
    ), stored as (
      insert into notification (id, person_id, event, type, at, currency, amount, title, text, url, image_url)
      select gen_random_uuid(), id, ${announcementEvent(id)}, ${row.type}, ${now}::timestamptz, '858', 0,
        ${row.title}, ${row.text}, ${row.url}, ${imageUrl}
      from people where app
      on conflict do nothing
      returning id, person_id
    )
    select (select id from people order by id desc limit 1) as last, coalesce(json_agg(json_build_object(
      'id', stored.id,
      'devices', array(
        select s.id from push_subscription s join people p on p.id = s.person_id
        where s.person_id = stored.person_id and p.push)
    )) filter (where stored.id is not null), '[]') as stored
    from (select) one left join stored on true`)
  const [batch] = rows
  return { last: batch?.last ?? null, stored: batch?.stored ?? [] }
}
