import { type AuditEntry, auditHash } from '#db/audit.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'

/** Collects the audit entries of the demo data in any order and writes them in order of time. */
export interface AuditBuilder {
  add(entry: AuditEntry): void
  /**
   * Sorts the collected entries, chains their hashes as `appendAuditEntry` does and adds the rows.
   */
  close(rows: Rows): void
}

/** @param key of the chain */
export function createAuditBuilder(key: Buffer): AuditBuilder {
  const entries: AuditEntry[] = []
  return {
    add: (entry) => {
      entries.push(entry)
    },
    close: (rows) => {
      let previous: Buffer | null = null
      entries.sort((a, b) => a.at.getTime() - b.at.getTime())
      for (const [place, entry] of entries.entries()) {
        const link = { ...entry, seq: place + 1 }
        const hash = auditHash(key, previous, link)
        rows.audit.push({ ...link, hash })
        previous = hash
      }
    },
  }
}
