import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { ADMINISTRADOR, PETROBRAS, type RoleCode } from '#contract/roles.ts'
import { exceptionsWaiting } from '#db/console/exceptions.ts'
import { scopeOf } from '#db/console/operatorScope.ts'
import { messagesWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { inSpan, type Span } from '#db/core/pagination.ts'
import { inStations } from '#db/core/stationScope.ts'
import { person, personRole } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'
import { terminal } from '#db/tables/terminals.ts'

/** The roles that are told; the preference stands in the row of the role, and goes with it. */
const ROLES: RoleCode[] = [ADMINISTRADOR, PETROBRAS]
const ofOperator = (personId: string) =>
  and(eq(personRole.personId, personId), inArray(personRole.roleCode, ROLES))

/** Whether an operator asked to be told of what is overdue. */
export const wantsOverdue = async (db: Db, personId: string): Promise<boolean> =>
  (await db.$count(personRole, and(ofOperator(personId), isNotNull(personRole.overdueToldUntil)))) >
  0

/** Turns the emails on or off. The first one tells what is overdue already; on again changes nothing. */
export async function setOverdueWanted(db: Db, personId: string, wanted: boolean): Promise<void> {
  await db
    .update(personRole)
    .set({ overdueToldUntil: wanted ? new Date(0) : null })
    .where(and(ofOperator(personId), wanted ? isNull(personRole.overdueToldUntil) : sql`true`))
}

/** The ids of the operators who asked and can log in. */
export const overdueRecipients = async (db: Db): Promise<string[]> =>
  (
    await db
      .select({ id: person.id })
      .from(personRole)
      .innerJoin(person, eq(person.id, personRole.personId))
      .where(
        and(
          // Written out, as the condition of the index of the few is.
          sql`${personRole.roleCode} <> '2'`,
          inArray(personRole.roleCode, ROLES),
          isNotNull(personRole.overdueToldUntil),
          isNull(person.lockedAt),
          isNull(person.deletedAt),
        ),
      )
      .orderBy(person.id)
  ).map(({ id }) => id)

/**
 * Locks the preference of an operator, and moves it on to now.
 * @returns until when they were told before, with their email and roles; null for who no longer wants it
 */
export async function beginTelling(tx: Db, personId: string, now: Date) {
  const held = await tx
    .select({ role: personRole.roleCode, until: personRole.overdueToldUntil, email: person.email })
    .from(personRole)
    .innerJoin(person, eq(person.id, personRole.personId))
    .where(ofOperator(personId))
    .for('update', { of: personRole })
  const [first] = held.filter(({ until }) => until !== null)
  if (!first?.until || first.until >= now) return null
  await tx.update(personRole).set({ overdueToldUntil: now }).where(ofOperator(personId))
  const { email, until } = first
  return { email, until, roles: held.map(({ role }) => role) }
}

/** How many of each became overdue in a time. */
export interface Overdue {
  exceptions: number
  messages: number
  proposals: number
  tills: number
}

/**
 * What became overdue for an operator, of the stations that they see: what began to wait, or was last heard,
 * in a span of its own.
 */
export async function overdueOf(
  db: Db,
  { personId, roles, now }: { personId: string; roles: readonly RoleCode[]; now: Date },
  spans: { waiting: Span; proposals: Span; tills: Span },
): Promise<Overdue> {
  const scope = await scopeOf(db, { personId, roles })
  const heard = sql`coalesce(${terminal.heardAt}, ${terminal.enrolledAt})`
  const exceptions = await exceptionsWaiting(db, { ...scope, now }, spans.waiting)
  const messages = await messagesWaiting(db, scope, spans.waiting)
  return {
    exceptions: exceptions.count,
    messages: messages.count,
    proposals: scope.isAdministrator
      ? await db.$count(
          proposal,
          and(
            eq(proposal.state, 'waiting'),
            ne(proposal.proposedBy, personId),
            or(ne(proposal.kind, 'role'), ne(proposal.subject, personId)),
            inSpan(proposal.proposedAt, spans.proposals),
          ),
        )
      : 0,
    tills: await db.$count(
      terminal,
      and(
        isNotNull(terminal.enrolledAt),
        isNull(terminal.revokedAt),
        inStations(terminal.branchCode, scope),
        inSpan(heard, spans.tills),
      ),
    ),
  }
}
