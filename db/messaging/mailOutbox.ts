import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { mail } from '#db/tables/messaging.ts'

/** An email as the outbox stores it. */
export type Mail = typeof mail.$inferSelect
type NewMail = Pick<
  typeof mail.$inferInsert,
  'id' | 'event' | 'recipient' | 'subject' | 'text' | 'html' | 'at'
>

/**
 * Stores an email in the transaction of the event that it reports.
 * @returns false when the event has its email already
 */
export async function insertMail(tx: Db, email: NewMail): Promise<boolean> {
  return Boolean((await tx.insert(mail).values(email).onConflictDoNothing()).rowCount)
}

/**
 * Counts a try to send an email.
 * @returns the email, or undefined when it was sent, given up or deleted
 */
export async function countTry(db: Db, id: string): Promise<Mail | undefined> {
  const [pending] = await db
    .update(mail)
    .set({ tries: sql`${mail.tries} + 1` })
    .where(whereEquals(mail, { id, sentAt: null, deadAt: null }))
    .returning()
  return pending
}

/** Records that an email was sent, and clears its body: it may hold a code or a link. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  const sent = { sentAt: now, text: '', html: '', lastError: '' }
  await db.update(mail).set(sent).where(eq(mail.id, id))
}

export async function markFailed(db: Db, id: string, lastError: string): Promise<void> {
  await db.update(mail).set({ lastError }).where(eq(mail.id, id))
}

/** Records that an email is not tried again, and clears its body as `markSent` does. */
export async function markDead(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(mail)
    .set(dead(now))
    .where(whereEquals(mail, { id, sentAt: null }))
}
const dead = (deadAt: Date) => ({ deadAt, text: '', html: '' })

/** Gives up the emails of these events that wait: their codes are of no more use. */
export async function withdrawMails(tx: Db, events: readonly string[], now: Date): Promise<void> {
  if (events.length === 0) return
  const waiting = whereEquals(mail, { sentAt: null, deadAt: null })
  await tx
    .update(mail)
    .set(dead(now))
    .where(and(inArray(mail.event, [...events]), waiting))
}

/** The newest emails, for the development mailbox. */
export async function newestMail(db: Db, limit: number): Promise<Mail[]> {
  return await db.select().from(mail).orderBy(desc(mail.at), desc(mail.id)).limit(limit)
}

/** @param id any text of an address; one that is no identifier matches no email */
export async function mailById(db: Db, id: string): Promise<Mail | undefined> {
  const ofId = eq(sql`${mail.id}::text`, id)
  return (await db.select().from(mail).where(ofId))[0]
}
