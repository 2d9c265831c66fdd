import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { USER } from '#contract/roles.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { isUniqueViolation } from '#db/core/sqlErrors.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { notification } from '#db/tables/messaging.ts'
import { person, personRole } from '#db/tables/people.ts'
import { type Draft, emailChange, verificationCode } from '#db/tables/sessions.ts'

/** The row of a new, unconfirmed person. */
export type Registration = Omit<
  typeof person.$inferInsert,
  'confirmedAt' | 'deletedAt' | 'lockedAt'
>
/** Result of a registration; `owner` is the confirmed account that has the email or the document. */
type RegistrationResult =
  | { outcome: 'registered'; person: PersonRow }
  | { outcome: 'emailTaken' | 'documentTaken'; owner: Pick<PersonRow, 'id' | 'email'> }

/**
 * Registers a person who has to confirm. There is one account per email and per document; an address
 * that an account had until a few days ago counts as its own (`reservedFor`). Unique indexes decide concurrent registrations. An unconfirmed account reserves neither: the newest
 * registration of an email replaces the older one, and takes the document from another unconfirmed
 * account.
 * @throws a unique violation on a concurrent registration; see `retryOnUniqueViolation`
 */
export async function register(tx: Db, registration: Registration): Promise<RegistrationResult> {
  const { id, ...details } = registration
  const { email, createdAt } = details
  const [sameEmail] = await tx.select().from(person).where(eq(person.email, email)).for('update')
  if (sameEmail?.confirmedAt) return { outcome: 'emailTaken', owner: sameEmail }
  const reserved = await reservedFor(tx, email, createdAt)
  if (reserved) return { outcome: 'emailTaken', owner: { id: reserved, email } }
  const owner = await claimDocument(tx, details.documentNumber, sameEmail?.id)
  if (owner) return { outcome: 'documentTaken', owner }
  const [stored] = sameEmail
    ? await tx.update(person).set(details).where(eq(person.id, sameEmail.id)).returning()
    : await tx.insert(person).values(registration).returning()
  if (!sameEmail) await tx.insert(personRole).values({ personId: id, roleCode: USER })
  return { outcome: 'registered', person: stored as PersonRow }
}

/**
 * Claims a document: deletes another unconfirmed account that has it.
 * @returns the confirmed account that has it; then nothing is changed
 */
async function claimDocument(tx: Db, documentNumber: string, claimantId: string | undefined) {
  const ofDocument = whereEquals(person, { documentNumber })
  const [holder] = await tx.select().from(person).where(ofDocument).for('update')
  if (!holder || holder.id === claimantId) return undefined
  if (holder.confirmedAt) return holder
  await deleteUnconfirmed(tx, holder.id)
  return undefined
}

/**
 * Runs the work again after a unique violation: a concurrent registration with the same email or
 * document has committed, and the next run finds its row.
 * @param tries maximum number of runs
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>, tries = 12): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries > 1 && isUniqueViolation(error)) return await retryOnUniqueViolation(work, tries - 1)
    throw error
  }
}

/** Deletes an unconfirmed account, which has no history. */
export async function deleteUnconfirmed(tx: Db, personId: string): Promise<void> {
  for (const table of [verificationCode, notification, personRole])
    await tx.delete(table).where(eq(table.personId, personId))
  await tx.delete(person).where(whereEquals(person, { id: personId, confirmedAt: null }))
}

/**
 * Locks a person's row until the transaction ends, which serialises the changes of an account. What may not
 * happen meanwhile locks the row `for share`, before other rows. The key is not locked: what holds a loyalty
 * and stores a notification would wait for the person, and this transaction for the loyalty.
 * @returns undefined when there is no such person or the account is deleted, also by the transaction
 * that held the lock before
 */
export async function lockPerson(tx: Db, personId: string): Promise<PersonRow | undefined> {
  const notDeleted = whereEquals(person, { id: personId, deletedAt: null })
  return (await tx.select().from(person).where(notDeleted).for('no key update'))[0]
}

/** The registration data in a person's row: for an unconfirmed one, those of the newest registration. */
export function draftOf(row: PersonRow): Draft {
  const { passwordHash, firstName, firstSurname, documentNumber } = row
  const { birthdate, sex, mobile, address } = row
  const profile = { firstName, firstSurname, documentNumber, birthdate, sex, mobile, address }
  return { ...profile, passwordHash, consentAt: row.consentAt?.toISOString() ?? null }
}

/**
 * Confirms an account with the data of the registration whose code was redeemed, and ends its other
 * confirmation codes. A repeat changes nothing.
 * @param draft data of that registration; null for those in the row
 * @returns false when another confirmed account has the document by now; then nothing is changed
 */
export async function confirmPerson(tx: Db, personId: string, now: Date, draft: Draft | null) {
  if (draft && (await claimDocument(tx, draft.documentNumber, personId))) return false
  const consentAt = draft?.consentAt ? new Date(draft.consentAt) : null
  await tx
    .update(person)
    .set({ ...(draft && { ...draft, consentAt }), confirmedAt: now })
    .where(whereEquals(person, { id: personId, confirmedAt: null }))
  await tx
    .update(verificationCode)
    .set({ endedAt: sql`coalesce(${verificationCode.endedAt}, ${now}::timestamptz)`, draft: null })
    .where(whereEquals(verificationCode, { personId, purpose: 'confirm' }))
  return true
}

/**
 * The person whose account can still return to an address that it had (docs/decisions/0009-accounts.md).
 * No other account gets it meanwhile.
 */
async function reservedFor(tx: Db, email: string, now: Date): Promise<string | undefined> {
  const inForce = whereEquals(emailChange, { oldEmail: email, endedAt: null })
  const undoable = and(isNotNull(emailChange.confirmedAt), gt(emailChange.expiresAt, now))
  const [change] = await tx.select().from(emailChange).where(and(inForce, undoable))
  return change?.personId
}

/** Whether an account other than the person's has an address, or may return to it. */
export async function isEmailTaken(tx: Db, personId: string, email: string, now: Date) {
  const confirmed = and(eq(person.email, email), isNotNull(person.confirmedAt))
  const [owner] = await tx.select({ id: person.id }).from(person).where(confirmed)
  const holder = owner?.id ?? (await reservedFor(tx, email, now))
  return holder !== undefined && holder !== personId
}
