import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { exceptionTaken } from '#db/tables/operators.ts'
import { person } from '#db/tables/people.ts'

/** Who has an exception, and since when; null without an operator. */
export type Taker = Awaited<ReturnType<typeof takerOf>>
export async function takerOf(db: Db, id: string) {
  const [found] = await db
    .select({
      personId: exceptionTaken.personId,
      name: fullName(person),
      takenAt: exceptionTaken.takenAt,
    })
    .from(exceptionTaken)
    .innerJoin(person, eq(person.id, exceptionTaken.personId))
    .where(eq(exceptionTaken.id, id))
  return found ?? null
}

/** Exceptions that one operator has, of which a list is read. */
const MOST_TAKEN = 500

/** The ids of the exceptions that an operator has, the newest taken first. */
export const takenBy = async (db: Db, personId: string): Promise<string[]> =>
  (
    await db
      .select({ id: exceptionTaken.id })
      .from(exceptionTaken)
      .where(eq(exceptionTaken.personId, personId))
      .orderBy(sql`${exceptionTaken.takenAt} desc`)
      .limit(MOST_TAKEN)
  ).map(({ id }) => id)

/** Gives a free exception to an operator. @returns false when it has one */
export async function takeException(
  tx: Db,
  row: typeof exceptionTaken.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await tx.insert(exceptionTaken).values(row).onConflictDoNothing()
  return rowCount === 1
}

/** Gives an exception to an operator, also in place of another one. */
export async function assignException(
  tx: Db,
  { id, personId, takenAt }: typeof exceptionTaken.$inferInsert,
): Promise<void> {
  await tx
    .insert(exceptionTaken)
    .values({ id, personId, takenAt })
    .onConflictDoUpdate({ target: exceptionTaken.id, set: { personId, takenAt } })
}

/** Makes an exception free. @returns false when it was */
export async function releaseException(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(exceptionTaken).where(eq(exceptionTaken.id, id))
  return rowCount === 1
}
