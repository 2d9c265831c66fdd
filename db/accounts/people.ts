import { eq, sql } from 'drizzle-orm'
import type { RoleCode } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { person, personRole } from '#db/tables/people.ts'

/** A row of the table `person`; handlers map it with `toUser` before they answer it. */
export type PersonRow = typeof person.$inferSelect

/**
 * The person with an email, unless the account was deleted.
 * @param email in lower case
 */
export async function personByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  const known = whereEquals(person, { email, deletedAt: null })
  return (await db.select().from(person).where(known))[0]
}

const findById = prepared('person_by_id', (db) =>
  db
    .select()
    .from(person)
    .where(eq(person.id, sql.placeholder('id'))),
)
/** The person with an id, also when the account was deleted. */
export async function personById(db: Db, id: string): Promise<PersonRow | undefined> {
  return (await findById(db).execute({ id }))[0]
}

export async function rolesOf(db: Db, personId: string): Promise<RoleCode[]> {
  const rows = await db.select().from(personRole).where(eq(personRole.personId, personId))
  return rows.map(({ roleCode }) => roleCode)
}

/** Columns that a person may change of their own profile. */
type Changeable =
  | 'firstName'
  | 'firstSurname'
  | 'birthdate'
  | 'birthdateCorrectedAt'
  | 'sex'
  | 'mobile'
  | 'address'
type ProfileChange = { [Field in Changeable]?: PersonRow[Field] | undefined }

/**
 * Updates the columns that are not undefined, and the holder of the person's loyalties with the name:
 * a till knows the person by it.
 * @param tx a transaction
 * @returns the row after the change; undefined when there is no such person
 */
export async function updateProfile(tx: Db, id: string, change: ProfileChange) {
  if (Object.values(change).every((value) => value === undefined)) return personById(tx, id)
  const [updated] = await tx.update(person).set(change).where(eq(person.id, id)).returning()
  if (updated && (change.firstName ?? change.firstSurname) !== undefined)
    await tx
      .update(loyalty)
      .set({ holder: `${updated.firstName} ${updated.firstSurname}` })
      .where(eq(loyalty.personId, id))
  return updated
}

/**
 * Stores a new password.
 * @param passwordHash Argon2id hash in PHC string format
 */
export async function setPassword(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(person).set({ passwordHash }).where(eq(person.id, id))
}
