import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Db } from '#db/core/db.ts'
import { matches } from '#db/core/matches.ts'
import type { Cursor } from '#db/core/pagination.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { contactMessage, contactPicture } from '#db/tables/messaging.ts'
import { person } from '#db/tables/people.ts'
import { branch } from '#db/tables/stations.ts'

export type ContactMessage = typeof contactMessage.$inferSelect

/** @returns false when a message with this id is stored already */
export async function insertContactMessage(tx: Db, message: typeof contactMessage.$inferInsert) {
  return Boolean((await tx.insert(contactMessage).values(message).onConflictDoNothing()).rowCount)
}

/** The text and fields of a person's message; undefined when there is no such message. */
export async function contactMessageFields(tx: Db, personId: string, id: string) {
  const { title, text, type, branchCode } = contactMessage
  const fields = tx.select({ text, title, type, branchCode }).from(contactMessage)
  return (await fields.where(matches(contactMessage, { id, personId })))[0]
}

/**
 * Messages to the network with their senders, newest first.
 * @param filter only those of a person; only those in a state, '' for all; only those that an operator sees
 */
export async function contactMessages(
  db: Db,
  limit: number,
  after: Cursor | null = null,
  {
    personId,
    state = '',
    scope,
  }: { personId?: string; state?: MessageState | ''; scope?: Scope } = {},
) {
  return await db
    .select({
      ...getTableColumns(contactMessage),
      branchName: branch.name,
      wishedBirthdate: contactPicture.birthdate,
      email: person.email,
      firstName: person.firstName,
      firstSurname: person.firstSurname,
    })
    .from(contactMessage)
    .innerJoin(person, eq(person.id, contactMessage.personId))
    .leftJoin(branch, eq(branch.code, contactMessage.branchCode))
    .leftJoin(contactPicture, eq(contactPicture.messageId, contactMessage.id))
    .where(
      and(
        personId === undefined ? undefined : eq(contactMessage.personId, personId),
        state === '' ? undefined : eq(contactMessage.state, state),
        scope && aboutStations(scope),
        after
          ? sql`(${contactMessage.at}, ${contactMessage.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(contactMessage.at), desc(contactMessage.id))
    .limit(limit)
}

/**
 * Whether a message is one that an operator sees: below an administrator those about their stations, without
 * a photo that waits for a decision.
 */
export const aboutStations = (scope: Scope) =>
  scope.isAdministrator
    ? undefined
    : and(
        sql`${contactMessage.branchCode} <> ''`,
        inStations(contactMessage.branchCode, scope),
        sql`not exists (select from ${contactPicture} where ${contactPicture.messageId} = ${contactMessage.id})`,
      )

/** The answer of an operator to a message; an empty text closes the message. */
interface MessageAnswer {
  id: string
  answer: string
  operatorId: string
  scope: Scope
  now: Date
}

/**
 * Answers or closes a message that is still RECEIVED. The sender's row is locked first, so that their
 * account cannot be deleted meanwhile. Of concurrent answers the first one counts.
 * @returns the message with the email of its sender; `repeated` when this operator gave the same
 * answer before, `notPending` when it has another one, `notFound` when the scope has no such message
 */
export async function answerContactMessage(
  tx: Db,
  { id, answer, operatorId, scope, now }: MessageAnswer,
): Promise<
  { personId: string; title: string; email: string } | 'repeated' | 'notPending' | 'notFound'
> {
  const { personId, title } = contactMessage
  const sender = tx.select({ personId }).from(contactMessage).where(eq(contactMessage.id, id))
  const [owner] = await tx.select().from(person).where(eq(person.id, sender)).for('key share')
  const state: MessageState = answer === '' ? 'CLOSED' : 'ANSWERED'
  const [answered] = await tx
    .update(contactMessage)
    .set({ state, answer, answeredAt: now, answeredBy: operatorId })
    .where(and(matches(contactMessage, { id, state: 'RECEIVED' }), aboutStations(scope)))
    .returning({ personId, title })
  if (answered) await tx.delete(contactPicture).where(eq(contactPicture.messageId, id))
  if (owner && answered) return { ...answered, email: owner.email }
  const [existing] = await tx
    .select()
    .from(contactMessage)
    .where(and(eq(contactMessage.id, id), aboutStations(scope)))
  if (!existing) return 'notFound'
  const same = existing.answeredBy === operatorId && existing.answer === answer
  return same ? 'repeated' : 'notPending'
}
