import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#db/core/connection.ts'
import { enrolmentCode } from '#db/tables/sessions.ts'

/** A new code of a person; it replaces the older one. */
export async function storeEnrolmentCode(tx: Db, code: typeof enrolmentCode.$inferInsert) {
  const { codeHash, expiresAt } = code
  await tx
    .insert(enrolmentCode)
    .values(code)
    .onConflictDoUpdate({ target: enrolmentCode.personId, set: { codeHash, expiresAt } })
}

const inForce = (personId: string, now: Date) =>
  and(eq(enrolmentCode.personId, personId), gt(enrolmentCode.expiresAt, now))

/** Whether a code is the one of the person, unused and not expired. */
export async function isEnrolmentCode(
  db: Db,
  { personId, codeHash, now }: { personId: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const [row] = await db.select().from(enrolmentCode).where(inForce(personId, now))
  return row?.codeHash.equals(codeHash) ?? false
}

/**
 * Uses up the code of a person.
 * @returns false when there is none in force
 */
export async function consumeEnrolmentCode(tx: Db, personId: string, now: Date): Promise<boolean> {
  return Boolean((await tx.delete(enrolmentCode).where(inForce(personId, now))).rowCount)
}
