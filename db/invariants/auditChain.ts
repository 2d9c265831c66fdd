import { asc, gt } from 'drizzle-orm'
import type { AuditHead } from '#db/audit/auditHeadFile.ts'
import { type AuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { auditKeyOf } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { type Check, MAX_NAMED_ROWS } from '#db/invariants/invariant.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { audit, auditHead } from '#db/tables/audit.ts'

/** Entries per query. */
const PAGE = 5000

type Line = typeof audit.$inferSelect

/**
 * Recomputes the hash of every audit entry from the entry and the stored hash before it, and compares
 * the newest entry with the heads that are stored outside the table. Only changed entries, and those
 * after a gap, are reported. Without the key the entries cannot be checked, which is itself reported.
 * @param stored the head in the data folder; null when there is none
 */
export const auditChain = (stored: AuditHead | null = null): Check => ({
  code: 'AUD',
  description: 'la cadena de la auditoría cierra, línea por línea',
  slices: async () => [ALL_KEYS],
  rowsOf: (db) => brokenLines(db, stored),
})

async function brokenLines(db: Db, stored: AuditHead | null): Promise<object[]> {
  const key = auditKeyOf(db)
  const rows: object[] = []
  const heads = await headsOf(db, stored)
  let before: Line | undefined
  const report = (fault: string, more: object) => {
    if (rows.length < MAX_NAMED_ROWS) rows.push({ fault, ...more })
  }
  for await (const line of linesOf(db)) {
    const fault = faultOf(key, before, line)
    if (fault) report(fault, { seq: line.seq, action: line.action, subject: line.subject })
    for (const head of heads)
      if (head.seq === line.seq && head.hash === line.hash.toString('hex')) head.found = true
    before = line
  }
  if (before && !key)
    report('sin SECRET ni el secreto de DATA_DIR no se comprobaron las líneas', {})
  for (const { place, seq, found } of heads)
    if (!found) report('falta el final de la auditoría, o cambió', { seq, place })
  const [inTable] = heads
  if (before && inTable?.seq !== before.seq)
    report('la auditoría no termina donde dice audit_head', { seq: before.seq })
  return rows
}

/** The head of the database first, then that of the data folder. */
async function headsOf(db: Db, stored: AuditHead | null) {
  const [inTable] = await db.select().from(auditHead)
  return [
    ...(inTable
      ? [{ place: 'audit_head', seq: inTable.seq, hash: inTable.hash.toString('hex') }]
      : []),
    ...(stored ? [{ place: 'DATA_DIR/audit.head', ...stored }] : []),
  ].map((head) => ({ ...head, found: false }))
}

/** All entries in order; pages bound the memory. */
async function* linesOf(db: Db): AsyncGenerator<Line> {
  let seq = 0
  for (;;) {
    const page: Line[] = await db
      .select()
      .from(audit)
      .where(gt(audit.seq, seq))
      .orderBy(asc(audit.seq))
      .limit(PAGE)
    yield* page
    seq = page.at(-1)?.seq ?? seq
    if (page.length < PAGE) return
  }
}

/** The fault of an entry; undefined: none that can be found without the key. */
function faultOf(
  key: Buffer | undefined,
  before: Line | undefined,
  { hash, ...line }: Line,
): string | undefined {
  if (line.seq !== (before?.seq ?? 0) + 1) return 'falta lo anterior'
  if (!key) return undefined
  const entry = { ...line, detail: line.detail as AuditEntry['detail'] }
  const expected = auditHash(key, before?.hash ?? null, entry)
  return hash.equals(expected) ? undefined : 'no es lo que se escribió'
}
