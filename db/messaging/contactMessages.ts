import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Cursor } from '#db/core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { person } from '#db/tables/people.ts'
import { contactMessage } from '#db/tables/messaging.ts'
import { branch } from '#db/tables/stations.ts'

export type ContactMessage = typeof contactMessage.$inferSelect

/** @returns whether it was new: the same message (by its id) again changes nothing */
export async function insertContactMessage(
  tx: Db,
  message: typeof contactMessage.$inferInsert,
): Promise<boolean> {
  const kept = await tx
    .insert(contactMessage)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: contactMessage.id })
  return kept.length > 0
}

/** When a person wrote since an instant, newest first. */
export async function countSentSince(db: Db, personId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: contactMessage.at })
    .from(contactMessage)
    .where(and(eq(contactMessage.personId, personId), gt(contactMessage.at, since)))
    .orderBy(desc(contactMessage.at))
  return rows.map(({ at }) => at)
}

/** What people wrote to the network, newest first, with who they are: for its operators. */
export async function contactMessages(db: Db, howMany: number, after: Cursor | null = null) {
  return await db
    .select({
      ...getTableColumns(contactMessage),
      email: person.email,
      name: sql<string>`${person.firstName} || ' ' || ${person.firstSurname}`,
      branchName: branch.name,
    })
    .from(contactMessage)
    .innerJoin(person, eq(person.id, contactMessage.personId))
    .leftJoin(branch, eq(branch.code, contactMessage.branchCode))
    .where(
      after
        ? sql`(${contactMessage.at}, ${contactMessage.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(contactMessage.at), desc(contactMessage.id))
    .limit(howMany)
}
