import { and, count, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { mail } from '#db/tables/messaging.ts'

/** A mail as the outbox holds it. */
export type Mail = typeof mail.$inferSelect
/** A mail to be. */
export type NewMail = Pick<
  typeof mail.$inferInsert,
  'id' | 'event' | 'recipient' | 'subject' | 'text' | 'html' | 'at'
>

/** Puts a mail in the outbox, inside the transaction of what it tells; the same event once. */
export async function queueMail(tx: Db, letter: NewMail): Promise<void> {
  await tx
    .insert(mail)
    .values({ ...letter, dueAt: letter.at })
    .onConflictDoNothing()
}

/**
 * How many mails an address was written after an instant, whoever's it was then.
 * @param kind the first word of their events
 */
export async function countMails(
  tx: Db,
  { recipient, kind, after }: { recipient: string; kind: string; after: Date },
): Promise<number> {
  const ofKind = sql`starts_with(${mail.event}, ${`${kind} `})`
  const [written] = await tx
    .select({ mails: count() })
    .from(mail)
    .where(and(eq(mail.recipient, recipient), gt(mail.at, after), ofKind))
  return written?.mails ?? 0
}

/**
 * Takes mails that are due, the longest due first, and moves them on by the lease: whoever else
 * asks meanwhile gets others, and what a dying process held is due again when the lease is over.
 */
export async function leaseMail(
  db: Db,
  lease: { now: Date; until: Date; count: number },
): Promise<Mail[]> {
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(and(isNotNull(mail.dueAt), sql`${mail.dueAt} <= ${lease.now}`))
    .orderBy(mail.dueAt)
    .limit(lease.count)
    .for('update', { skipLocked: true })
  return await db
    .update(mail)
    .set({ dueAt: lease.until, tries: sql`${mail.tries} + 1` })
    .where(inArray(mail.id, due))
    .returning()
}

/** It is out: what it said is nobody's any more, codes and links least of all. */
export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(mail)
    .set({ sentAt: now, dueAt: null, text: '', html: '', lastError: '' })
    .where(eq(mail.id, id))
}

/** It did not go: another try at `dueAt`, or none with null (the dead letter). */
export async function markFailed(
  db: Db,
  { id }: Mail,
  failure: { now: Date; dueAt: Date | null; lastError: string },
): Promise<void> {
  const { now, dueAt, lastError } = failure
  await db
    .update(mail)
    .set({ dueAt, lastError, deadAt: dueAt === null ? now : null })
    .where(eq(mail.id, id))
}

/** The newest mails, for the development mailbox. */
export async function newestMail(db: Db, howMany: number): Promise<Mail[]> {
  return await db.select().from(mail).orderBy(desc(mail.at), desc(mail.id)).limit(howMany)
}

/** @param id whatever an address said: what is no identifier is no mail */
export async function mailById(db: Db, id: string): Promise<Mail | undefined> {
  return (
    await db
      .select()
      .from(mail)
      .where(eq(sql`${mail.id}::text`, id))
  )[0]
}
