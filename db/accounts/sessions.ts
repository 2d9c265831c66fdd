import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import { type RoleCode, USER } from '#contract/roles.ts'
import { type AuditEntry, appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { person, personRole } from '#db/tables/people.ts'
import { idempotentRequest, session } from '#db/tables/sessions.ts'

const live = and(
  whereEquals(session, { tokenHash: sql.placeholder('hash'), revokedAt: null }),
  sql`${session.expiresAt} > ${sql.placeholder('now')}`,
)
const columns = {
  id: session.id,
  personId: session.personId,
  binderHash: session.binderHash,
  seenAt: session.seenAt,
  createdAt: session.createdAt,
  secondFactorAt: session.secondFactorAt,
  hasSecondFactor: sql<boolean>`exists (select 1 from second_factor f
      where f.person_id = "session"."person_id" and f.confirmed_at is not null)
    or (exists (select 1 from person_role r
        where r.person_id = "session"."person_id" and r.role_code <> '2')
      and exists (select 1 from passkey p where p.person_id = "session"."person_id"))`,
  roles: sql<
    RoleCode[]
  >`array(select r.role_code from person_role r where r.person_id = "session"."person_id")`,
}
const findSession = prepared(
  'session',
  (db) => db.select(columns).from(session).where(live),
  'session',
)
const { bodyHash, answer } = idempotentRequest
const findSessionOfCall = prepared(
  'session_of_call',
  (db) =>
    db
      .select({ ...columns, firstRequest: { bodyHash, answer } })
      .from(session)
      .leftJoin(
        idempotentRequest,
        whereEquals(idempotentRequest, {
          callerId: session.id,
          auditNumber: sql.placeholder('auditNumber'),
        }),
      )
      .where(live),
  'session',
)

/**
 * The live session of a token's hash (S1), with the roles and the second factor of its person as they
 * are now (S7, S9); undefined when there is none.
 * @param auditNumber of a call that changes something: its first request in the session is read too
 */
export async function liveSession(db: Db, hash: Buffer, now: Date, auditNumber?: string) {
  if (auditNumber !== undefined)
    return (await findSessionOfCall(db).execute({ hash, now, auditNumber }))[0]
  const [found] = await findSession(db).execute({ hash, now })
  return found && { ...found, firstRequest: null }
}

/** Whether a session that is not live ended by its time alone, and was not revoked. */
export const hasExpired = async (db: Db, tokenHash: Buffer): Promise<boolean> =>
  (await db.$count(session, whereEquals(session, { tokenHash, revokedAt: null }))) > 0

/**
 * Creates a session after an authentication, in the caller's transaction. The share lock on the person's
 * row waits for a concurrent change of the password, deletion or lock of the account, so that their
 * result counts (S15).
 * @returns false when the password hash is no longer the account's, or the account is locked; then no
 * session is created
 */
export async function createSession(
  tx: Db,
  values: Omit<typeof session.$inferInsert, 'createdAt' | 'seenAt' | 'secondFactorAt'> & {
    /** The hash against which the password was verified. */
    passwordHash: string
    /** Whether the login included a second factor. */
    secondFactor: boolean
    /** Whether the login was by a passkey, not by the password. */
    byPasskey: boolean
    now: Date
  },
): Promise<boolean> {
  const { now, secondFactor, byPasskey, passwordHash, ...row } = values
  const secondFactorAt = secondFactor ? now : null
  const detail = { secondFactor, ...(byPasskey && { passkey: true }) }
  const passwordUnchanged = whereEquals(person, {
    id: row.personId,
    passwordHash,
    deletedAt: null,
    lockedAt: null,
  })
  const account = await tx.select().from(person).where(passwordUnchanged).for('share')
  if (account.length === 0) return false
  await tx.insert(session).values({ ...row, createdAt: now, seenAt: now, secondFactorAt })
  await auditOperator(tx, row.personId, now, { action: 'login', detail })
  return true
}

/**
 * Writes the use of a live session.
 * @returns false when the session ended since it was read
 */
export async function touchSession(db: Db, hash: Buffer, now: Date, expiresAt: Date) {
  const touched = await db
    .update(session)
    .set({ seenAt: now, expiresAt })
    .where(whereEquals(session, { tokenHash: hash, revokedAt: null }))
  return touched.rowCount === 1
}

/** The session whose last renewal replaced a token, live or not: the token in force, and what was replaced. */
export async function sessionOfReplacedToken(db: Db, replacedTokenHash: Buffer) {
  const { tokenHash, replacedBinderHash } = session
  const [found] = await db
    .select({ tokenHash, replacedBinderHash })
    .from(session)
    .where(whereEquals(session, { replacedTokenHash }))
  return found
}

/**
 * Replaces the token and the binder of a live session; the old ones are invalid at once. With
 * `secondFactorAt` the session has shown its second factor.
 * @returns the hash of the binder in force, null for a session without one; undefined when the session
 * is over
 */
export async function renewSession(
  tx: Db,
  hash: Buffer,
  fresh: { tokenHash: Buffer; binderHash: Buffer; secondFactorAt?: Date },
): Promise<{ binderHash: Buffer | null } | undefined> {
  const replaced = { replacedTokenHash: hash, replacedBinderHash: sql`${session.binderHash}` }
  const binderHash = sql`case when ${session.binderHash} is not null then ${fresh.binderHash}::bytea end`
  const [renewed] = await tx
    .update(session)
    .set({ ...fresh, ...replaced, binderHash })
    .where(whereEquals(session, { tokenHash: hash, revokedAt: null }))
    .returning({ binderHash: session.binderHash })
  return renewed
}

/** Ends a session at its person's request; a repeat changes nothing. */
export async function revokeSession(db: Db, hash: Buffer, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [ended] = await tx
      .update(session)
      .set({ revokedAt: now })
      .where(whereEquals(session, { tokenHash: hash, revokedAt: null }))
      .returning({ personId: session.personId })
    if (ended) await auditOperator(tx, ended.personId, now, { action: 'logout', detail: {} })
  })
}

/** Audits the beginning or the end of an operator's session. */
async function auditOperator(
  tx: Db,
  personId: string,
  at: Date,
  step: Pick<AuditEntry, 'action' | 'detail'>,
): Promise<void> {
  const isOperators = and(eq(personRole.personId, personId), ne(personRole.roleCode, USER))
  const [operator] = await tx.select().from(personRole).where(isOperators).limit(1)
  if (operator) await appendAuditEntry(tx, { ...step, actorId: personId, subject: personId, at })
}

const liveOf = (personId: string) => whereEquals(session, { personId, revokedAt: null })

/**
 * Ends all sessions of a person.
 * @param except token hash of a session that is not ended
 */
export async function revokeSessionsOf(tx: Db, personId: string, now: Date, except?: Buffer) {
  const ended = and(liveOf(personId), except && ne(session.tokenHash, except))
  await tx.update(session).set({ revokedAt: now }).where(ended)
}

/** The live sessions of a person, the last used first. */
export async function liveSessionsOf(db: Db, personId: string, now: Date) {
  const { id, tokenHash, platform, device, createdAt, seenAt } = session
  return await db
    .select({ id, tokenHash, platform, device, createdAt, seenAt })
    .from(session)
    .where(and(liveOf(personId), gt(session.expiresAt, now)))
    .orderBy(desc(session.seenAt), desc(session.createdAt))
}

/**
 * Ends one session of a person; a repeat changes nothing.
 * @param id any text; one that is no UUID names no session
 * @returns false when the person has no such session
 */
export async function endSessionOf(db: Db, personId: string, id: string, now: Date) {
  if (!isUuid(id)) return false
  const own = whereEquals(session, { id, personId })
  const live = and(own, isNull(session.revokedAt))
  await db.update(session).set({ revokedAt: now }).where(live)
  return (await db.$count(session, own)) > 0
}
