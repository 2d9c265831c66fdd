import { and, eq, gt, gte, isNull, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { deleteUnconfirmed } from '#db/accounts/registrations.ts'
import { endCodesOf } from '#db/accounts/verificationCodes.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { withdrawMails } from '#db/messaging/mailOutbox.ts'
import { person } from '#db/tables/people.ts'
import { emailChange } from '#db/tables/sessions.ts'

type EmailChange = typeof emailChange.$inferSelect
type NewChange = Omit<typeof emailChange.$inferInsert, 'tries' | 'confirmedAt' | 'endedAt'>

/** Failed tries after which the codes of a change are refused. */
const MAX_TRIES = 5
/** How long the old address can undo a change, in days. */
export const UNDO_DAYS = 7

/** Stores a change, which replaces a pending one. The caller must hold the lock on the person's row. */
export async function storeEmailChange(tx: Db, change: NewChange): Promise<void> {
  const { personId, createdAt: endedAt } = change
  const { id } = emailChange
  const replaced = tx.update(emailChange).set({ endedAt }).where(pendingOf(personId))
  const events = (await replaced.returning({ id })).flatMap((one) => [
    `emailOld ${one.id}`,
    `emailNew ${one.id}`,
  ])
  await withdrawMails(tx, events, endedAt)
  await tx.insert(emailChange).values(change)
}
const pendingOf = (personId: string) =>
  whereEquals(emailChange, { personId, endedAt: null, confirmedAt: null })

/** The hashes of both typed codes. */
interface TypedCodes {
  oldCodeHash: Buffer
  newCodeHash: Buffer
}

/**
 * Redeems the codes of the pending change, in one statement, so that of concurrent requests one
 * succeeds. A wrong pair is counted as a failed try. The old address can undo it from now on.
 * @returns the change; undefined when it is not confirmed
 */
export async function confirmChange(
  tx: Db,
  personId: string,
  { oldCodeHash, newCodeHash, undoHash }: TypedCodes & { undoHash: Buffer },
  now: Date,
): Promise<EmailChange | undefined> {
  const right = whereEquals(emailChange, { oldCodeHash, newCodeHash })
  const undoUntil = new Date(now.getTime() + UNDO_DAYS * DAY_MS)
  const [tried] = await tx
    .update(emailChange)
    .set({
      tries: sql`${emailChange.tries} + 1`,
      confirmedAt: sql`case when ${right} then ${now}::timestamptz end`,
      undoHash: sql`case when ${right} then ${undoHash}::bytea end`,
      expiresAt: sql`case when ${right} then ${undoUntil}::timestamptz else ${emailChange.expiresAt} end`,
    })
    .where(
      and(
        pendingOf(personId),
        gt(emailChange.expiresAt, now),
        sql`${emailChange.tries} < ${MAX_TRIES}`,
      ),
    )
    .returning()
  return tried?.confirmedAt ? tried : undefined
}

/** A change that the link of an email to its old address can stop or undo now. */
export async function stoppableChange(db: Db, oldEmail: string, linkHash: Buffer, now: Date) {
  const ofLink = or(eq(emailChange.stopHash, linkHash), eq(emailChange.undoHash, linkHash))
  const inTime = and(isNull(emailChange.endedAt), gt(emailChange.expiresAt, now))
  const ofAddress = eq(emailChange.oldEmail, oldEmail)
  const stoppable = and(ofLink, ofAddress, inTime)
  return (await db.select().from(emailChange).where(stoppable))[0]
}

/** Ends a change and every later one of the person. */
export async function endChangesSince(
  tx: Db,
  { personId, createdAt }: Pick<EmailChange, 'personId' | 'createdAt'>,
  now: Date,
): Promise<void> {
  const inForce = whereEquals(emailChange, { personId, endedAt: null })
  const since = and(inForce, gte(emailChange.createdAt, createdAt))
  await tx.update(emailChange).set({ endedAt: now }).where(since)
}

/**
 * Gives a person another email. An unconfirmed account with it is deleted: it reserves nothing. Codes
 * sent to the former address end: they name the person, not the address, and would still reset the
 * password.
 * @returns false when a confirmed account has it; then nothing is changed
 * @throws a unique violation on a concurrent registration; see `retryOnUniqueViolation`
 */
export async function setEmail(tx: Db, personId: string, email: string, now: Date) {
  const [holder] = await tx.select().from(person).where(eq(person.email, email)).for('update')
  if (holder && holder.id !== personId) {
    if (holder.confirmedAt) return false
    await deleteUnconfirmed(tx, holder.id)
  }
  await endCodesOf(tx, personId, now)
  await tx.update(person).set({ email }).where(eq(person.id, personId))
  return true
}
