import { and, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Cursor } from '#db/core/pagination.ts'
import { contactMessage } from '#db/tables/messaging.ts'
import { person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'

export type ContactMessage = typeof contactMessage.$inferSelect

/** @returns false when a message with this id is stored already */
export async function insertContactMessage(
  tx: Db,
  message: typeof contactMessage.$inferInsert,
): Promise<boolean> {
  const inserted = await tx
    .insert(contactMessage)
    .values(message)
    .onConflictDoNothing()
    .returning({ id: contactMessage.id })
  return inserted.length > 0
}

/** When a person sent messages after an instant, newest first. */
export async function countSentSince(db: Db, personId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .select({ at: contactMessage.at })
    .from(contactMessage)
    .where(and(eq(contactMessage.personId, personId), gt(contactMessage.at, since)))
    .orderBy(desc(contactMessage.at))
  return rows.map(({ at }) => at)
}

/** The messages to the network with their senders, newest first, for the operators' console. */
export async function contactMessages(db: Db, limit: number, after: Cursor | null = null) {
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
    .limit(limit)
}
