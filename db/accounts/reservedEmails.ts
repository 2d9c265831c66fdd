import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#db/core/connection.ts'
import { person } from '#db/tables/people.ts'
import { emailChange } from '#db/tables/sessions.ts'

/**
 * The person whose account can still return to an address that it had (docs/decisions/0009-accounts.md).
 * No other account gets it meanwhile.
 */
export async function reservedFor(tx: Db, email: string, now: Date): Promise<string | undefined> {
  const [change] = await tx
    .select({ personId: emailChange.personId })
    .from(emailChange)
    .where(
      and(
        eq(emailChange.oldEmail, email),
        isNotNull(emailChange.confirmedAt),
        isNull(emailChange.endedAt),
        gt(emailChange.expiresAt, now),
      ),
    )
  return change?.personId
}

/** Whether an account other than the person's has an address, or may return to it. */
export async function isEmailTaken(tx: Db, personId: string, email: string, now: Date) {
  const confirmed = and(eq(person.email, email), isNotNull(person.confirmedAt))
  const [owner] = await tx.select({ id: person.id }).from(person).where(confirmed)
  const holder = owner?.id ?? (await reservedFor(tx, email, now))
  return holder !== undefined && holder !== personId
}
