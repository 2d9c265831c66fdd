import { sql } from 'drizzle-orm'
import type { AuditHead } from '#db/audit/auditHeadFile.ts'
import { auditKeyOf, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/connection.ts'
import { checkAuditChain } from '#db/invariants/auditChain.ts'
import { type Invariant, MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { LEDGER_CHAIN } from '#db/invariants/ledgerChain.ts'
import { LEDGER_INVARIANTS } from '#db/invariants/ledgerInvariants.ts'
import { MEMBERSHIP_INVARIANTS } from '#db/invariants/membershipInvariants.ts'
import { PAYMENT_INVARIANTS } from '#db/invariants/paymentInvariants.ts'
import { OPERATOR_ROLES } from '#db/invariants/roleInvariant.ts'
import { SCHEMA_GUARDS } from '#db/invariants/schemaGuards.ts'

/** A check of one invariant in the snapshot of a transaction. */
type Check = (tx: Db) => Promise<Violation>

/** How the invariants are checked. */
interface CheckOptions {
  /** Called with each result, in the order of the checks. */
  onFinding?: (finding: Violation) => void
  /** The head of the audit in the data folder; null when there is none. */
  auditHead?: AuditHead | null
  /** Checks that follow the others, in the same snapshot. */
  more?: readonly Check[]
  /** Checks that run at the same time, each on a connection of its own. */
  connections?: number
}

const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  LEDGER_CHAIN,
  ...PAYMENT_INVARIANTS,
  ...MEMBERSHIP_INVARIANTS,
  OPERATOR_ROLES,
  SCHEMA_GUARDS,
]

/**
 * Checks every invariant that can be expressed as a query, in one snapshot, so that servers may
 * write meanwhile. Each result names the first rows that violate its invariant, and none when it
 * holds.
 */
export async function checkInvariants(
  db: Db,
  { onFinding = () => {}, auditHead = null, more = [], connections = 1 }: CheckOptions = {},
): Promise<Violation[]> {
  const checks: Check[] = [
    ...INVARIANTS.map((invariant) => (tx: Db) => ask(tx, invariant)),
    (tx) => checkAuditChain(tx, auditHead),
    ...more,
  ]
  const findings: Violation[] = []
  let begun = 0
  let next = 0
  /** Runs checks until none is left. */
  const work = async (tx: Db) => {
    for (let place = begun++; place < checks.length; place = begun++) {
      const finding = await checks[place]?.(tx)
      if (finding) findings[place] = finding
      for (let ready = findings[next]; ready; ready = findings[++next]) onFinding(ready)
    }
  }
  await inSnapshot(db, async (first) => {
    const others = connections - 1
    if (others === 0) return await work(first)
    const { rows } = await first.execute<{ id: string }>(sql`select pg_export_snapshot() as id`)
    const helpers = Array.from({ length: others }, () =>
      inSnapshot(db, async (tx) => {
        await tx.execute(sql.raw(`set transaction snapshot '${rows[0]?.id}'`))
        await work(tx)
      }),
    )
    await Promise.all([work(first), ...helpers])
  })
  return findings
}

/** Runs `work` in a transaction that only reads, and sees one state of the database. */
const inSnapshot = (db: Db, work: (tx: Db) => Promise<void>): Promise<void> =>
  db.transaction(
    async (inner) => {
      const tx = withAuditKey(inner, auditKeyOf(db))
      await work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

async function ask(db: Db, { code, description, violationsSql }: Invariant): Promise<Violation> {
  const { rows } = await db.execute(
    sql.raw(`select * from (${violationsSql}) broken limit ${MAX_NAMED_ROWS}`),
  )
  return { code, description, rows }
}
