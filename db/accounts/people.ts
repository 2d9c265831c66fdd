import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { person } from '#db/tables/people.ts'

/** A person as the database holds them: for handlers, never for the wire. */
export type PersonRow = typeof person.$inferSelect

/** @param email lower case */
export async function personByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  const known = and(eq(person.email, email), isNull(person.deletedAt))
  return (await db.select().from(person).where(known))[0]
}

export async function personById(db: Db, id: string): Promise<PersonRow | undefined> {
  return (await db.select().from(person).where(eq(person.id, id)))[0]
}

/** What a person may change of themselves. */
type Changeable = 'firstName' | 'firstSurname' | 'birthdate' | 'sex' | 'mobile' | 'address'
export type ProfileChange = { [Field in Changeable]: PersonRow[Field] | undefined }

/**
 * Changes what is given; what is undefined stays.
 * @returns the row as it is then
 */
export async function updateProfile(
  db: Db,
  id: string,
  change: ProfileChange,
): Promise<PersonRow | undefined> {
  if (Object.values(change).every((value) => value === undefined)) return personById(db, id)
  return (await db.update(person).set(change).where(eq(person.id, id)).returning())[0]
}

/** @param passwordHash Argon2id in PHC form */
export async function setPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(person).set({ passwordHash }).where(eq(person.id, id))
}
