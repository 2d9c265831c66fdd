import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { inStations, type Scope } from '#db/core/stationScope.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal, terminalBatch, terminalKey } from '#db/tables/terminals.ts'

/** A key of a terminal that may sign at an instant. */
export interface SigningKey {
  keyid: string
  terminalId: string
  terminalName: string
  branchCode: string
  branchName: string
  /** The 32 bytes of an Ed25519 key. */
  publicKey: Buffer
}

/** A new public key, by the name that signatures use. */
type NewKey = Pick<SigningKey, 'keyid' | 'publicKey'>

const notEnded = (now: Date) => or(isNull(terminalKey.endsAt), gt(terminalKey.endsAt, now))

const selectKeys = (db: Db, keyid: string, now: Date) =>
  db
    .select({
      keyid: terminalKey.keyid,
      terminalId: terminal.id,
      terminalName: terminal.name,
      branchCode: terminal.branchCode,
      branchName: branch.name,
      publicKey: terminalKey.publicKey,
    })
    .from(terminalKey)
    .innerJoin(terminal, eq(terminal.id, terminalKey.terminalId))
    .innerJoin(branch, eq(branch.code, terminal.branchCode))
    .where(and(eq(terminalKey.keyid, keyid), isNull(terminal.revokedAt), notEnded(now)))

/** The key in force of this name; undefined when it is unknown, has ended, or its terminal was revoked. */
export async function keyInForce(
  db: Db,
  keyid: string,
  now: Date,
): Promise<SigningKey | undefined> {
  return (await selectKeys(db, keyid, now))[0]
}

/**
 * Locks the terminal of a key until the end of the transaction: the calls of one terminal wait for each
 * other, and a revocation waits for them or ends them.
 * @returns whether the key is still in force
 */
export const lockTerminal = async (tx: Db, keyid: string, now: Date): Promise<boolean> =>
  (await selectKeys(tx, keyid, now).for('no key update', { of: terminal })).length > 0

/**
 * Enrols the terminal of a one-time code with its first key. Of several keys for one code the first one
 * counts.
 * @returns the key; `unknown` when the code is wrong, used with another key or expired; `used` when the
 * public key was used before
 */
export async function enrol(
  db: Db,
  codeHash: Buffer,
  { key, now }: { key: NewKey; now: Date },
): Promise<SigningKey | 'unknown' | 'used'> {
  return await inTransaction(db, async (tx) => {
    const [found] = await tx
      .select()
      .from(terminal)
      .where(
        and(
          eq(terminal.codeHash, codeHash),
          gt(terminal.codeExpiresAt, now),
          isNull(terminal.revokedAt),
        ),
      )
      .for('no key update')
    if (!found) return 'unknown'
    const { id, enrolledAt } = found
    if (!enrolledAt) {
      await tx
        .update(terminalKey)
        .set({ endsAt: now })
        .where(and(eq(terminalKey.terminalId, id), notEnded(now)))
      if (!(await insertKey(tx, id, key, now))) return 'used'
      await tx.update(terminal).set({ enrolledAt: now }).where(eq(terminal.id, id))
      await appendAuditEntry(tx, {
        actorId: id,
        action: 'terminalEnrolled',
        subject: id,
        detail: { keyid: key.keyid },
        at: now,
      })
    }
    const [own] = await selectKeys(tx, key.keyid, now)
    return own?.terminalId === id ? own : 'unknown'
  })
}

async function insertKey(tx: Db, terminalId: string, key: NewKey, now: Date): Promise<boolean> {
  const row = { ...key, terminalId, since: now }
  return Boolean((await tx.insert(terminalKey).values(row).onConflictDoNothing()).rowCount)
}

/** For how long a key is valid beside the one that a rotation puts into force, in milliseconds. */
const OVERLAP_MS = DAY_MS

/**
 * Puts a new key of a locked terminal into force; the one that asks for it ends a day later.
 * @returns when that one ends; `limit` when two keys are in force, `used` when the public key was used
 * before
 */
export async function rotateKey(
  tx: Db,
  { terminalId, keyid }: Pick<SigningKey, 'terminalId' | 'keyid'>,
  { key, now }: { key: NewKey; now: Date },
): Promise<Date | 'limit' | 'used'> {
  const keys = await tx
    .select({ keyid: terminalKey.keyid, endsAt: terminalKey.endsAt })
    .from(terminalKey)
    .where(and(eq(terminalKey.terminalId, terminalId), notEnded(now)))
  const own = keys.find((one) => one.keyid === keyid)
  // A repeat: the key that it put into force is there.
  if (own?.endsAt && keys.some((one) => one.keyid === key.keyid && one.endsAt === null))
    return own.endsAt
  if (keys.length > 1) return 'limit'
  if (!(await insertKey(tx, terminalId, key, now))) return 'used'
  const endsAt = new Date(now.getTime() + OVERLAP_MS)
  await tx.update(terminalKey).set({ endsAt }).where(eq(terminalKey.keyid, keyid))
  await appendAuditEntry(tx, {
    actorId: terminalId,
    action: 'terminalKeyRotated',
    subject: terminalId,
    detail: { from: keyid, to: key.keyid },
    at: now,
  })
  return endsAt
}

/** Stores the evidence of a message, in the transaction that gives it its effect. */
export async function storeBatch(tx: Db, batch: typeof terminalBatch.$inferInsert): Promise<void> {
  await tx.insert(terminalBatch).values(batch)
}

/** Stores when a terminal was last heard, and by how many seconds its clock was ahead. */
export async function storeHeartbeat(
  tx: Db,
  id: string,
  heard: { heardAt: Date; clockSkew: number },
): Promise<void> {
  await tx.update(terminal).set(heard).where(eq(terminal.id, id))
}

/** A terminal before it enrols. */
export interface NewTerminal {
  id: string
  branchCode: string
  /** SHA-256 of its one-time code, which is valid for a day. */
  codeHash: Buffer
  /** The person that does it; null: the command line, which has no account of its own. */
  actorId: string | null
  now: Date
}

/**
 * Adds a terminal to a station, "Caja" with the next free number, which enrols with the code.
 * @returns its name; undefined when the station does not exist
 */
export const addTerminal = (db: Db, added: NewTerminal): Promise<string | undefined> =>
  inTransaction(db, (tx) => insertTerminal(tx, added))

/** The same in a transaction of the caller. */
export async function insertTerminal(
  tx: Db,
  { id, branchCode, codeHash, actorId, now }: NewTerminal,
): Promise<string | undefined> {
  // Terminals are added to a station one after the other, so that no two get one number.
  const station = eq(branch.code, branchCode)
  const [found] = await tx.select().from(branch).where(station).for('no key update')
  if (!found) return undefined
  const name = `Caja ${(await tx.$count(terminal, eq(terminal.branchCode, branchCode))) + 1}`
  const codeExpiresAt = new Date(now.getTime() + DAY_MS)
  const row = { id, branchCode, name, codeHash, codeExpiresAt, createdAt: now }
  await tx.insert(terminal).values(row)
  const detail = { branchCode, name }
  const entry = { actorId: actorId ?? id, subject: id, detail, at: now }
  await appendAuditEntry(tx, { ...entry, action: 'terminalAdded' })
  return name
}

/**
 * Gives a terminal another one-time code. The key that enrols with it ends the earlier ones, as after the
 * loss of a machine; until then they stay in force.
 * @returns false when it is not of the station or was revoked
 */
export async function renewCode(
  db: Db,
  { id, branchCode, codeHash, actorId, now }: NewTerminal,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(terminal)
      .set({ codeHash, codeExpiresAt: new Date(now.getTime() + DAY_MS), enrolledAt: null })
      .where(whereEquals(terminal, { id, branchCode, revokedAt: null }))
    if (!rowCount) return false
    const entry = { actorId: actorId ?? id, subject: id, detail: {}, at: now }
    await appendAuditEntry(tx, { ...entry, action: 'terminalCodeRenewed' })
    return true
  })
}

/** The terminals of a station, the oldest first. */
export const terminalsOf = (
  db: Db,
  branchCode: string,
): Promise<(typeof terminal.$inferSelect)[]> =>
  db
    .select()
    .from(terminal)
    .where(eq(terminal.branchCode, branchCode))
    .orderBy(terminal.createdAt, terminal.id)

/**
 * Revokes a terminal with all its keys and its code. It waits for the calls of the terminal that are
 * under way; every later one is refused.
 * @param actorId the person that does it; null: the command line
 * @returns false when it does not exist or was revoked before
 */
export async function revokeTerminal(
  db: Db,
  id: string,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(terminal)
      .set({ revokedAt: now })
      .where(and(eq(terminal.id, id), isNull(terminal.revokedAt)))
    if (!rowCount) return false
    const entry = { actorId: actorId ?? id, subject: id, detail: {}, at: now }
    await appendAuditEntry(tx, { ...entry, action: 'terminalRevoked' })
    return true
  })
}

/** Terminals of the stations of a scope by their name. */
export const terminalsNamed = (db: Db, scope: Pick<Scope, 'stations'>, name: string) =>
  db
    .select({ id: terminal.id, branchCode: terminal.branchCode })
    .from(terminal)
    .where(
      and(sql`lower(${terminal.name}) = lower(${name})`, inStations(terminal.branchCode, scope)),
    )
