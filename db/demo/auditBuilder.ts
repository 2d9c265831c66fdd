import { type AuditEntry, auditHash } from '#db/audit.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'

/** The audit of the town, noted as people come by and written in the order of its days. */
export interface AuditBuilder {
  note(line: AuditEntry): void
  /** Chains all that was noted, as `append` would have. */
  close(rows: Rows): void
}

export function createAuditBuilder(): AuditBuilder {
  const lines: AuditEntry[] = []
  return {
    note: (line) => {
      lines.push(line)
    },
    close: (rows) => {
      let previous: Buffer | null = null
      lines.sort((a, b) => a.at.getTime() - b.at.getTime())
      for (const [place, line] of lines.entries()) {
        const link = { ...line, seq: place + 1 }
        const hash = auditHash(previous, link)
        rows.audit.push({ ...link, hash })
        previous = hash
      }
    },
  }
}
