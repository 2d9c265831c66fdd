import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { verifyAudit } from '#db/invariants/auditChain.ts'
import { verifyChain } from '#db/invariants/ledgerChain.ts'
import { GUARDS_PROMISED } from '#db/invariants/schemaGuards.ts'
import { LEDGER_PROMISES } from '#db/invariants/ledgerInvariants.ts'
import { MEMBERSHIP_PROMISES } from '#db/invariants/membershipInvariants.ts'
import { PAYMENT_PROMISES } from '#db/invariants/paymentInvariants.ts'
import { type Finding, NAMED_ROWS, type Promised } from '#db/invariants/invariant.ts'

/**
 * Checks the promises that a database can be asked about, on one picture of it: servers may be at
 * work meanwhile. Each finding names the first rows that break its promise, and none when it holds.
 */
export async function verifyDb(
  db: Db,
  told: (finding: Finding) => void = () => {},
): Promise<Finding[]> {
  return db.transaction(
    async (tx) => {
      const findings: Finding[] = []
      const checks = [
        ...LEDGER_PROMISES.map((promised) => () => ask(tx, promised)),
        () => verifyChain(tx),
        ...PAYMENT_PROMISES.map((promised) => () => ask(tx, promised)),
        ...MEMBERSHIP_PROMISES.map((promised) => () => ask(tx, promised)),
        () => ask(tx, GUARDS_PROMISED),
        () => verifyAudit(tx),
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

async function ask(db: Db, { promise, says, broken }: Promised): Promise<Finding> {
  const { rows } = await db.execute(sql.raw(`select * from (${broken}) broken limit ${NAMED_ROWS}`))
  return { promise, says, rows }
}
