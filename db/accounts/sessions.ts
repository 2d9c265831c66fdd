import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { RoleCode } from '#contract/roles.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { person } from '#db/tables/people.ts'
import { idempotentRequest, session } from '#db/tables/sessions.ts'

const findSession = prepared('session', (db) =>
  db
    .select({
      personId: session.personId,
      binderHash: session.binderHash,
      seenAt: session.seenAt,
      createdAt: session.createdAt,
      secondFactorAt: session.secondFactorAt,
      roles: sql<
        RoleCode[]
      >`array(select r.role_code from person_role r where r.person_id = "session"."person_id")`,
    })
    .from(session)
    .where(
      and(
        eq(session.tokenHash, sql.placeholder('hash')),
        isNull(session.revokedAt),
        sql`${session.expiresAt} > ${sql.placeholder('now')}`,
      ),
    )
    .prepare('session'),
)

/** The live session of a token's hash, with the roles as they are now (S7); undefined: there is none (S1). */
export async function liveSession(db: Db, hash: Buffer, now: Date) {
  const [found] = await findSession(db).execute({ hash, now })
  return found
}

/**
 * Opens a session for a person who showed who they are. Whoever is setting another password or
 * deleting the account holds the person's row: they are waited for, and count.
 * @returns false when the password that was shown is theirs no more: nothing is opened then
 */
export async function createSession(
  db: Db,
  values: {
    tokenHash: Buffer
    personId: string
    /** The hash that the password was found to fit. */
    passwordHash: string
    binderHash: Buffer | null
    /** Whether a second factor was shown with the password. */
    secondFactor: boolean
    now: Date
    expiresAt: Date
  },
): Promise<boolean> {
  const { now, secondFactor, passwordHash, ...row } = values
  const secondFactorAt = secondFactor ? now : null
  const stands = and(
    eq(person.id, row.personId),
    eq(person.passwordHash, passwordHash),
    isNull(person.deletedAt),
  )
  return await inTransaction(db, async (tx) => {
    const [theirs] = await tx.select({ id: person.id }).from(person).where(stands).for('share')
    if (!theirs) return false
    await tx.insert(session).values({ ...row, createdAt: now, seenAt: now, secondFactorAt })
    return true
  })
}

/** Moves the expiry of a session that is being used. */
export async function touchSession(
  db: Db,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.update(session).set({ seenAt: now, expiresAt }).where(eq(session.tokenHash, hash))
}

/**
 * Gives a session that is in force new halves: the old ones open nothing any more, and what was
 * answered under them can be asked for by nobody: it goes, since no deletion would find it.
 * @returns the second half that counts from now on, null for a session of one; undefined: it is over
 */
export async function renewSession(
  tx: Db,
  hash: Buffer,
  fresh: { tokenHash: Buffer; binderHash: Buffer },
): Promise<{ binderHash: Buffer | null } | undefined> {
  const binderHash = sql`case when ${session.binderHash} is not null then ${fresh.binderHash}::bytea end`
  const [renewed] = await tx
    .update(session)
    .set({ tokenHash: fresh.tokenHash, binderHash })
    .where(and(eq(session.tokenHash, hash), isNull(session.revokedAt)))
    .returning({ binderHash: session.binderHash })
  if (renewed) await tx.delete(idempotentRequest).where(eq(idempotentRequest.sessionHash, hash))
  return renewed
}

/** Ends a session for good; ending it twice is the same. */
export async function revokeSession(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db
    .update(session)
    .set({ revokedAt: now })
    .where(and(eq(session.tokenHash, hash), isNull(session.revokedAt)))
}

/**
 * Ends every session of a person.
 * @param except the one that stays
 */
export async function revokeSessionsOf(
  tx: Db,
  personId: string,
  now: Date,
  except?: Buffer,
): Promise<void> {
  await tx
    .update(session)
    .set({ revokedAt: now })
    .where(
      and(
        eq(session.personId, personId),
        isNull(session.revokedAt),
        except && ne(session.tokenHash, except),
      ),
    )
}
