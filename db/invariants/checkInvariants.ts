import { sql } from 'drizzle-orm'
import type { AuditHead } from '#db/audit/auditHeadFile.ts'
import { auditKeyOf, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { checkAuditChain } from '#db/invariants/auditChain.ts'
import { IMPORT_INVARIANTS } from '#db/invariants/importInvariants.ts'
import { type Invariant, MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { LEDGER_INVARIANTS } from '#db/invariants/ledgerInvariants.ts'
import { LOT_INVARIANTS } from '#db/invariants/lotInvariants.ts'
import { LOYALTY_INVARIANTS } from '#db/invariants/loyaltyInvariants.ts'
import { PAYMENT_INVARIANTS } from '#db/invariants/paymentInvariants.ts'
import { PAYMENT_REQUEST_INVARIANTS } from '#db/invariants/paymentRequestInvariants.ts'
import { REDEMPTION_INVARIANTS } from '#db/invariants/redemptionInvariants.ts'
import { SCHEMA_GUARDS } from '#db/invariants/schemaGuards.ts'
import { STATION_INVARIANTS } from '#db/invariants/stationInvariants.ts'

/** A check of one invariant in the snapshot of a transaction. */
type Check = (tx: Db) => Promise<Violation>

/** How the invariants are checked. */
interface CheckOptions {
  /** Called with the result of each check, in order: without rows when the invariant holds. */
  onFinding?: (finding: Violation) => void
  /** The head of the audit in the data folder; null when there is none. */
  auditHead?: AuditHead | null
  /** Checks that follow the others, in the same snapshot. */
  more?: readonly Check[]
}

const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...LOT_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...PAYMENT_REQUEST_INVARIANTS,
  ...LOYALTY_INVARIANTS,
  ...STATION_INVARIANTS,
  ...REDEMPTION_INVARIANTS,
  ...IMPORT_INVARIANTS,
  SCHEMA_GUARDS,
]

/**
 * Checks every invariant that can be expressed as a query, in one snapshot, so that servers may
 * write meanwhile.
 * @returns the violated ones, each with the first rows that violate it
 */
export async function checkInvariants(
  db: Db,
  { onFinding = () => {}, auditHead = null, more = [] }: CheckOptions = {},
): Promise<Violation[]> {
  const checks: Check[] = [
    ...INVARIANTS.map((invariant) => (tx: Db) => ask(tx, invariant)),
    (tx) => checkAuditChain(tx, auditHead),
    ...more,
  ]
  return await db.transaction(
    async (inner) => {
      const tx = withAuditKey(inner, auditKeyOf(db))
      const violated: Violation[] = []
      for (const check of checks) {
        const finding = await check(tx)
        onFinding(finding)
        if (finding.rows.length > 0) violated.push(finding)
      }
      return violated
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function ask(db: Db, { code, description, violationsSql }: Invariant): Promise<Violation> {
  const { rows } = await db.execute(
    sql.raw(`select * from (${violationsSql}) broken limit ${MAX_NAMED_ROWS}`),
  )
  return { code, description, rows }
}
