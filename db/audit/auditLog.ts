import { createHmac } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { AuditHead } from '#db/audit/auditHeadFile.ts'
import { auditKeyOf } from '#db/core/auditKey.ts'
import { beforeCommit } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { audit } from '#db/tables/audit.ts'

export interface AuditEntry {
  /** The person that did it. */
  actorId: string
  /** A step of a state table, or the name of the call. */
  action: string
  /** Reference, code or id of the changed object. */
  subject: string
  /** Facts only, no free text and no secrets: an entry is never changed or deleted. */
  detail: Readonly<Record<string, string | number | boolean>>
  at: Date
}
/** An entry with its number in the chain: what its hash covers. */
interface AuditLink extends AuditEntry {
  seq: number
}

/** Each try loses to one concurrent writer; so many losses in a row mean a fault. */
const MAX_TRIES = 1000

/** The hash (HMAC-SHA-256) of an entry covers the whole entry and the previous hash. */
export function auditHash(key: Buffer, previous: Buffer | null, link: AuditLink): Buffer {
  const detail = Object.entries(link.detail).sort(([a], [b]) => (a < b ? -1 : 1))
  const { seq, at, actorId, action, subject } = link
  const text = JSON.stringify([seq, at.toISOString(), actorId, action, subject, detail])
  return createHmac('sha256', key)
    .update(previous ?? Buffer.alloc(32))
    .update(text)
    .digest()
}

/**
 * Appends an entry at the end of the transaction of the change: no statement of the change sees it. Concurrent
 * writers compete for the next number: one inserts it, the others wait for the end of its transaction and try the
 * number after it. A writer with a number waits for no row lock, so it cannot deadlock with one that waits
 * for the number.
 * @param entry without a subject: about the actor
 * @throws when the connection was opened without a secret; the transaction, when 1000 tries in a row lose
 */
export async function appendAuditEntry(
  tx: Db,
  entry: Pick<AuditEntry, 'actorId' | 'action' | 'at'> & Partial<AuditEntry>,
): Promise<void> {
  const key = auditKeyOf(tx)
  if (!key) throw new Error('the connection has no key for the audit')
  await beforeCommit(tx, () => append(tx, key, entry))
}

async function append(
  tx: Db,
  key: Buffer,
  entry: Parameters<typeof appendAuditEntry>[1],
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const last = await lastEntry(tx)
    const link = { subject: entry.actorId, detail: {}, ...entry, seq: (last?.seq ?? 0) + 1 }
    const inserted = await tx
      .insert(audit)
      .values({ ...link, hash: auditHash(key, last?.hash ?? null, link) })
      .onConflictDoNothing()
      .returning({ seq: audit.seq })
    if (inserted.length > 0) return
  }
  throw new Error('no number was free for an audit entry')
}

async function lastEntry(db: Db) {
  const { seq, hash } = audit
  return (await db.select({ seq, hash }).from(audit).orderBy(desc(seq)).limit(1))[0]
}

/** The newest entry; null when the audit is empty. */
export async function newestAuditEntry(db: Db): Promise<AuditHead | null> {
  const newest = await lastEntry(db)
  return newest ? { seq: newest.seq, hash: newest.hash.toString('hex') } : null
}

/** The hash of an entry in hexadecimal; null when there is no such entry. */
export async function auditHashAt(db: Db, seq: number): Promise<string | null> {
  const [found] = await db.select({ hash: audit.hash }).from(audit).where(eq(audit.seq, seq))
  return found?.hash.toString('hex') ?? null
}
