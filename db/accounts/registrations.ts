import { and, eq, isNull, sql } from 'drizzle-orm'
import { USER } from '#contract/roles.ts'
import { type Db, isUniqueViolation } from '#db/connection.ts'
import { person, personRole } from '#db/tables/people.ts'
import { notification } from '#db/tables/messaging.ts'
import { type Draft, verificationCode } from '#db/tables/sessions.ts'
import type { PersonRow } from '#db/accounts/people.ts'

/** A person to be. */
export type Registration = Omit<typeof person.$inferInsert, 'confirmedAt' | 'deletedAt'>
/** What became of it; `owner` is who has the e-mail or the document already, confirmed. */
export type Registered =
  | { outcome: 'waiting'; person: PersonRow }
  | { outcome: 'emailTaken' | 'documentTaken'; owner: PersonRow }

/**
 * Registers a person who still has to confirm. One account per e-mail and per document (their
 * unique indexes decide every race), but an account that was never confirmed owns neither: the
 * newest registration of an e-mail takes the older one's place, and a document goes to whoever
 * asked last.
 * @throws a unique violation when two register at the same moment: to be tried again
 */
export async function register(tx: Db, registration: Registration): Promise<Registered> {
  const { id, ...details } = registration
  const [sameEmail] = await tx
    .select()
    .from(person)
    .where(eq(person.email, details.email))
    .for('update')
  if (sameEmail?.confirmedAt) return { outcome: 'emailTaken', owner: sameEmail }
  const owner = await takeDocument(tx, details.documentNumber, sameEmail?.id)
  if (owner) return { outcome: 'documentTaken', owner }
  const [written] = sameEmail
    ? await tx.update(person).set(details).where(eq(person.id, sameEmail.id)).returning()
    : await tx.insert(person).values(registration).returning()
  if (!sameEmail) await tx.insert(personRole).values({ personId: id, roleCode: USER })
  return { outcome: 'waiting', person: written as PersonRow }
}

/**
 * Takes a document from whoever waits with it under another account.
 * @returns whose it is, confirmed: then nothing was taken
 */
async function takeDocument(
  tx: Db,
  documentNumber: string,
  forWhom: string | undefined,
): Promise<PersonRow | undefined> {
  const [holder] = await tx
    .select()
    .from(person)
    .where(eq(person.documentNumber, documentNumber))
    .for('update')
  if (!holder || holder.id === forWhom) return undefined
  if (holder.confirmedAt) return holder
  await forget(tx, holder.id)
  return undefined
}

/** Two of one e-mail or document at the same moment: the second tries again, and finds what the first has done. */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>, tries = 12): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries > 1 && isUniqueViolation(error)) return await retryOnUniqueViolation(work, tries - 1)
    throw error
  }
}

/** Removes somebody who never confirmed: they have no history. */
async function forget(tx: Db, personId: string): Promise<void> {
  for (const table of [verificationCode, notification, personRole])
    await tx.delete(table).where(eq(table.personId, personId))
  await tx.delete(person).where(and(eq(person.id, personId), isNull(person.confirmedAt)))
}

/**
 * The person's row, held until the transaction ends: what changes an account queues here.
 * @returns undefined when there is none, or when they are gone: who waited for a deletion finds nobody
 */
export async function lockPerson(tx: Db, personId: string): Promise<PersonRow | undefined> {
  const there = and(eq(person.id, personId), isNull(person.deletedAt))
  return (await tx.select().from(person).where(there).for('update'))[0]
}

/** What the newest registration of somebody says. */
export function draftOf(row: PersonRow): Draft {
  const { passwordHash, firstName, firstSurname, documentNumber } = row
  const { birthdate, sex, mobile, address } = row
  const named = { firstName, firstSurname, documentNumber, birthdate, sex, mobile, address }
  return { ...named, passwordHash, consentAt: row.consentAt?.toISOString() ?? null }
}

/**
 * The mailed code of a registration came back: the person is who that one says, and the codes of
 * all others are over. Confirming again changes nothing.
 * @param draft null: the newest registration
 * @returns false when the document is somebody else's by now: nothing has changed then
 */
export async function confirmPerson(
  tx: Db,
  personId: string,
  now: Date,
  draft: Draft | null,
): Promise<boolean> {
  if (draft && (await takeDocument(tx, draft.documentNumber, personId))) return false
  const consentAt = draft?.consentAt ? new Date(draft.consentAt) : null
  await tx
    .update(person)
    .set({ ...(draft && { ...draft, consentAt }), confirmedAt: now })
    .where(and(eq(person.id, personId), isNull(person.confirmedAt)))
  await tx
    .update(verificationCode)
    .set({ endedAt: sql`coalesce(${verificationCode.endedAt}, ${now}::timestamptz)`, draft: null })
    .where(and(eq(verificationCode.personId, personId), eq(verificationCode.purpose, 'confirm')))
  return true
}
