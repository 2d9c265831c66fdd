import { sql } from 'drizzle-orm'
import type { AuditHead } from '#db/auditHeadFile.ts'
import type { Db } from '#db/connection.ts'
import { auditKeyOf, withAuditKey } from '#db/core/auditKey.ts'
import { checkAuditChain } from '#db/invariants/auditChain.ts'
import { type Invariant, MAX_NAMED_ROWS, type Violation } from '#db/invariants/invariant.ts'
import { checkLedgerChain } from '#db/invariants/ledgerChain.ts'
import { LEDGER_INVARIANTS } from '#db/invariants/ledgerInvariants.ts'
import { MEMBERSHIP_INVARIANTS } from '#db/invariants/membershipInvariants.ts'
import { PAYMENT_INVARIANTS } from '#db/invariants/paymentInvariants.ts'
import { OPERATOR_ROLES } from '#db/invariants/roleInvariant.ts'
import { SCHEMA_GUARDS } from '#db/invariants/schemaGuards.ts'

/** How the invariants are checked. */
interface CheckOptions {
  /** Called with each result as soon as it is known. */
  told?: (finding: Violation) => void
  /** The head of the audit in the data folder; null when there is none. */
  auditHead?: AuditHead | null
}

/**
 * Checks every invariant that can be expressed as a query, in one snapshot, so that servers may
 * write meanwhile. Each result names the first rows that violate its invariant, and none when it
 * holds.
 */
export async function checkInvariants(
  db: Db,
  { told = () => {}, auditHead = null }: CheckOptions = {},
): Promise<Violation[]> {
  return db.transaction(
    async (inner) => {
      const tx = withAuditKey(inner, auditKeyOf(db))
      const findings: Violation[] = []
      const checks = [
        ...LEDGER_INVARIANTS.map((promised) => () => ask(tx, promised)),
        () => checkLedgerChain(tx),
        ...PAYMENT_INVARIANTS.map((promised) => () => ask(tx, promised)),
        ...MEMBERSHIP_INVARIANTS.map((promised) => () => ask(tx, promised)),
        () => ask(tx, OPERATOR_ROLES),
        () => ask(tx, SCHEMA_GUARDS),
        () => checkAuditChain(tx, auditHead),
      ]
      for (const check of checks) {
        const finding = await check()
        told(finding)
        findings.push(finding)
      }
      return findings
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
