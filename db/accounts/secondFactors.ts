import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { waitAfter } from '#db/accounts/loginDelay.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { enrolmentCode, secondFactor, session } from '#db/tables/sessions.ts'

/** Seconds of 34,000 years: a longer wait would exceed the range of an instant. */
const MAX_WAIT = 2 ** 40

/** A row of the table `second_factor`; its secrets are encrypted. */
export type Factor = typeof secondFactor.$inferSelect

/** The factor of a person, confirmed or not. */
export async function factorOf(db: Db, personId: string): Promise<Factor | undefined> {
  return (await db.select().from(secondFactor).where(eq(secondFactor.personId, personId)))[0]
}

/** The factor in force of a person; undefined when there is none. */
export async function confirmedFactor(db: Db, personId: string): Promise<Factor | undefined> {
  const factor = await factorOf(db, personId)
  return factor?.confirmedAt ? factor : undefined
}

/**
 * Stores a new unconfirmed secret beside the one in force. The used time steps of the latter are not
 * reset.
 * @param secret encrypted
 */
export async function storePendingFactor(db: Db, personId: string, secret: string): Promise<void> {
  const set = { pendingSecret: secret }
  const row = { personId, secret, ...set }
  const target = secondFactor.personId
  await db.insert(secondFactor).values(row).onConflictDoUpdate({ target, set })
}

/**
 * Removes the factor of a person.
 * @param which `unconfirmed`: one in force stays
 * @returns whether a factor in force is left
 */
export async function removeFactor(tx: Db, personId: string, which: 'any' | 'unconfirmed') {
  const unconfirmed = which === 'unconfirmed' ? isNull(secondFactor.confirmedAt) : undefined
  await tx.delete(secondFactor).where(and(eq(secondFactor.personId, personId), unconfirmed))
  return (await confirmedFactor(tx, personId)) !== undefined
}

/**
 * Marks a time step of the factor (RFC 6238) as used.
 * @returns false when this or a later step was used before
 */
export async function consumeStep(db: Db, personId: string, step: number): Promise<boolean> {
  const unused = and(eq(secondFactor.personId, personId), lt(secondFactor.lastStep, step))
  return Boolean((await db.update(secondFactor).set({ lastStep: step }).where(unused)).rowCount)
}

/**
 * Confirms a factor after a right code: the pending secret, if there is one, replaces the one in force,
 * and the step is marked as used.
 * @param factor the row with which the code was checked
 * @returns false when the step was used before or the secret has changed since; then nothing is changed
 */
export async function confirmFactor(
  tx: Db,
  { personId, secret, pendingSecret }: Factor,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const unchanged =
    pendingSecret === null
      ? and(isNull(secondFactor.pendingSecret), lt(secondFactor.lastStep, step))
      : eq(secondFactor.pendingSecret, pendingSecret)
  const confirmed = await tx
    .update(secondFactor)
    .set({ secret: pendingSecret ?? secret, pendingSecret: null, confirmedAt: now, lastStep: step })
    .where(and(whereEquals(secondFactor, { personId, secret }), unchanged))
  return Boolean(confirmed.rowCount)
}

/** Until when a person's codes are not checked; null: now. */
export async function codeWait(tx: Db, personId: string, now: Date): Promise<Date | null> {
  const factor = await factorOf(tx, personId)
  return factor?.nextCodeAt && factor.nextCodeAt > now ? factor.nextCodeAt : null
}

/**
 * Counts a wrong code. From the fifth on there is a wait of 1 s, doubled by each further one, without
 * a longest wait.
 * @param sessionHash the session that sent it; null: a login
 * @returns the wrong codes that count
 */
export async function countWrongCode(
  tx: Db,
  { personId, sessionHash, now }: { personId: string; sessionHash: Buffer | null; now: Date },
): Promise<number> {
  const count = sql`${secondFactor.wrongCodes} + 1`
  const [row] = await tx
    .update(secondFactor)
    .set({
      wrongCodes: count,
      nextCodeAt: sql`${now}::timestamptz + ${waitAfter(count, MAX_WAIT)}`,
    })
    .where(eq(secondFactor.personId, personId))
    .returning({ wrongCodes: secondFactor.wrongCodes })
  if (sessionHash)
    await tx
      .update(session)
      .set({ wrongCodes: sql`${session.wrongCodes} + 1` })
      .where(eq(session.tokenHash, sessionHash))
  return row?.wrongCodes ?? 0
}

/**
 * Takes back the wrong codes of a session that has sent a right one: they were the owner's. Those of
 * other sessions and of logins stay, so that the owner's own logins give a guesser no new tries.
 * @param sessionHash null: a login
 */
export async function takeBackOwnCodes(tx: Db, personId: string, sessionHash: Buffer | null) {
  const own = sessionHash
    ? sql`(select s.wrong_codes from session s where s.token_hash = ${sessionHash})`
    : sql`0`
  await tx
    .update(secondFactor)
    .set({
      wrongCodes: sql`greatest(0, ${secondFactor.wrongCodes} - coalesce(${own}, 0))`,
      nextCodeAt: null,
      forgiven: false,
    })
    .where(eq(secondFactor.personId, personId))
  if (sessionHash)
    await tx.update(session).set({ wrongCodes: 0 }).where(eq(session.tokenHash, sessionHash))
}

/**
 * Takes back all wrong codes: a guesser with the old password has no further try.
 * @param condition `always` after a change of the password in a session that has shown the factor;
 * `onceUntilRightCode` after a reset by email, so that access to the mailbox buys no series of guesses
 */
export async function takeBackWrongCodes(
  tx: Db,
  personId: string,
  condition: 'always' | 'onceUntilRightCode',
): Promise<void> {
  const isReset = condition === 'onceUntilRightCode'
  await tx
    .update(secondFactor)
    .set({ wrongCodes: 0, nextCodeAt: null, ...(isReset && { forgiven: true }) })
    .where(whereEquals(secondFactor, { personId, ...(isReset && { forgiven: false }) }))
}

/** A new code of a person; it replaces the older one. */
export async function storeEnrolmentCode(tx: Db, code: typeof enrolmentCode.$inferInsert) {
  const target = enrolmentCode.personId
  await tx.insert(enrolmentCode).values(code).onConflictDoUpdate({ target, set: code })
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
