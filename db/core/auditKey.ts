import { hkdfSync } from 'node:crypto'
import type { Db } from '#db/core/db.ts'

/** The audit keys of databases and transactions. */
const keys = new WeakMap<Db, Buffer>()

/** The key of the audit chain, derived from the server's SECRET (HKDF, RFC 5869). */
export const deriveAuditKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'audit chain', 32))

/** Attaches the key to a database or a transaction, and returns it. */
export function withAuditKey<T extends Db>(db: T, key: Buffer | undefined): T {
  if (key) keys.set(db, key)
  return db
}

/** The key of a database or a transaction; undefined when its program has no SECRET. */
export const auditKeyOf = (db: Db): Buffer | undefined => keys.get(db)
