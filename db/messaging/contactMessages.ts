import { and, eq, getTableColumns, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Db } from '#db/core/db.ts'
import { listed } from '#db/core/listed.ts'
import { type Cursor, inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
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
  return (await fields.where(whereEquals(contactMessage, { id, personId })))[0]
}

/** The name of the person in a column; null for none. */
const nameOf = (id: object) =>
  sql<
    string | null
  >`(select p.first_name || ' ' || p.first_surname from ${person} p where p.id = ${id})`

interface MessageFilter {
  id?: string
  personId?: string
  state?: MessageState
  type?: string
  /** Those that this operator is to answer. */
  assignedTo?: string
  /** Those for which no operator is named. */
  isUnassigned?: boolean
  /** Those that were sent then. */
  period?: Span
  /** Those that an operator sees. */
  scope?: Scope
}

/** A message as an operator sees it. */
export type ListedMessage = Awaited<ReturnType<ReturnType<typeof contactMessages>['read']>>[number]

const order = keyset({ at: contactMessage.at, id: contactMessage.id })
/** Messages to the network with their senders that match every part of a filter, newest first. */
export function contactMessages(
  db: Db,
  { scope, period, isUnassigned = false, ...values }: MessageFilter,
  page: PageQuery,
) {
  const { by, after } = order.of(page)
  return listed(
    db
      .select({
        ...getTableColumns(contactMessage),
        branchName: branch.name,
        wishedBirthdate: contactPicture.birthdate,
        email: person.email,
        firstName: person.firstName,
        firstSurname: person.firstSurname,
        assignee: nameOf(contactMessage.assignedTo),
        answerer: nameOf(contactMessage.answeredBy),
      })
      .from(contactMessage)
      .innerJoin(person, eq(person.id, contactMessage.personId))
      .leftJoin(branch, eq(branch.code, contactMessage.branchCode))
      .leftJoin(contactPicture, eq(contactPicture.messageId, contactMessage.id))
      .where(
        and(
          whereEquals(contactMessage, values),
          isUnassigned ? isNull(contactMessage.assignedTo) : undefined,
          scope && aboutStations(scope),
          inSpan(contactMessage.at, period),
          after(page.after),
        ),
      )
      .orderBy(by)
      .limit(page.count),
  )
}

const queue = keyset({ at: contactMessage.at, id: contactMessage.id }, 'oldest')
/**
 * The message that an operator answers after another one: the oldest behind it that waits, else the
 * oldest of all. One that is assigned to another operator is none.
 * @returns its id; undefined when no other one waits
 */
export async function messageAfter(
  db: Db,
  { at, id }: Cursor,
  operator: Scope & { personId: string },
): Promise<string | undefined> {
  const { assignedTo } = contactMessage
  const waits = and(
    // Written out, as the condition of the index is.
    sql`${contactMessage.state} = 'RECEIVED'`,
    ne(contactMessage.id, id),
    or(isNull(assignedTo), eq(assignedTo, operator.personId)),
    aboutStations(operator),
  )
  for (const after of [{ at, id }, null]) {
    const [found] = await db
      .select({ id: contactMessage.id })
      .from(contactMessage)
      .where(and(waits, queue.after(after)))
      .orderBy(queue.by)
      .limit(1)
    if (found) return found.id
  }
  return undefined
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
 * @returns the message with the email of its sender; undefined when it is answered, or not in the scope
 */
export async function answerContactMessage(
  tx: Db,
  { id, answer, operatorId, scope, now }: MessageAnswer,
): Promise<{ personId: string; title: string; email: string } | undefined> {
  const { personId, title } = contactMessage
  const sender = tx.select({ personId }).from(contactMessage).where(eq(contactMessage.id, id))
  const [owner] = await tx.select().from(person).where(eq(person.id, sender)).for('share')
  const state: MessageState = answer === '' ? 'CLOSED' : 'ANSWERED'
  const [answered] = await tx
    .update(contactMessage)
    .set({ state, answer, answeredAt: now, answeredBy: operatorId })
    .where(and(whereEquals(contactMessage, { id, state: 'RECEIVED' }), aboutStations(scope)))
    .returning({ personId, title })
  if (!owner || !answered) return undefined
  await tx.delete(contactPicture).where(eq(contactPicture.messageId, id))
  return { ...answered, email: owner.email }
}

/**
 * Names the operator who is to answer a message that is still RECEIVED, or none with null.
 * @param from `none` while no operator is named, `some` while one is
 * @returns whether it was so
 */
export async function assignMessage(
  tx: Db,
  { id, to, scope }: { id: string; to: string | null; scope: Scope },
  from?: 'none' | 'some',
): Promise<boolean> {
  const { assignedTo } = contactMessage
  const wanted = and(
    whereEquals(contactMessage, { id, state: 'RECEIVED' }),
    from && (from === 'none' ? isNull(assignedTo) : isNotNull(assignedTo)),
    aboutStations(scope),
  )
  return Boolean((await tx.update(contactMessage).set({ assignedTo: to }).where(wanted)).rowCount)
}
