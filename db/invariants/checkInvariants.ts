import { sql } from 'drizzle-orm'
import type { AuditHead } from '#db/audit/auditHeadFile.ts'
import { auditKeyOf, withAuditKey } from '#db/core/auditKey.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { ACCOUNT_INVARIANTS } from '#db/invariants/accountInvariants.ts'
import { auditChain } from '#db/invariants/auditChain.ts'
import { IMPORT_INVARIANTS } from '#db/invariants/importInvariants.ts'
import {
  type Check,
  type Invariant,
  MAX_NAMED_ROWS,
  type Slice,
  type Violation,
} from '#db/invariants/invariant.ts'
import { LEDGER_INVARIANTS } from '#db/invariants/ledgerInvariants.ts'
import { LOT_INVARIANTS } from '#db/invariants/lotInvariants.ts'
import { LOYALTY_INVARIANTS } from '#db/invariants/loyaltyInvariants.ts'
import { PAYMENT_INVARIANTS } from '#db/invariants/paymentInvariants.ts'
import { PAYMENT_REQUEST_INVARIANTS } from '#db/invariants/paymentRequestInvariants.ts'
import { REDEMPTION_INVARIANTS } from '#db/invariants/redemptionInvariants.ts'
import { SCHEMA_GUARDS } from '#db/invariants/schemaGuards.ts'
import { ALL_KEYS, slicesOf, violationsIn } from '#db/invariants/slices.ts'
import { STATION_INVARIANTS } from '#db/invariants/stationInvariants.ts'

/** How the invariants are checked. */
interface CheckOptions {
  /** Called with the result of each check, in order: without rows when the invariant holds. */
  onFinding?: (finding: Violation) => void
  /** The head of the audit in the data folder; null when there is none. */
  auditHead?: AuditHead | null
  /** Checks that follow the others. */
  more?: readonly Check[]
}

/** What a check in slices has done, by the invariant's code. */
export type SliceProgress = Record<string, CheckedSlices>

interface CheckedSlices {
  slices: Slice[]
  /** How many of the slices are checked. */
  checked: number
  /** The violating rows of these, at most {@link MAX_NAMED_ROWS}. */
  rows: object[]
}

interface SliceOptions extends CheckOptions {
  /** What an earlier check of the same database has done; grows. */
  progress: SliceProgress
  /** Called after each slice. */
  onProgress?: () => Promise<void>
}

/** The invariants that a query can check, in the order of the report. */
export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...LOT_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...PAYMENT_REQUEST_INVARIANTS,
  ...LOYALTY_INVARIANTS,
  ...STATION_INVARIANTS,
  ...REDEMPTION_INVARIANTS,
  ...IMPORT_INVARIANTS,
  ...ACCOUNT_INVARIANTS,
  SCHEMA_GUARDS,
]

const checksOf = ({ auditHead = null, more = [] }: CheckOptions): Check[] => [
  ...INVARIANTS.map((invariant) => ({
    ...invariant,
    slices: (db: Db) => slicesOf(db, invariant),
    rowsOf: (tx: Db, slice: Slice) => violationsIn(tx, invariant, slice),
  })),
  auditChain(auditHead),
  ...more,
]

/**
 * Checks every invariant that can be expressed as a query, in one snapshot, so that servers may
 * write meanwhile.
 * @returns the violated ones, each with the first rows that violate it
 */
export async function checkInvariants(db: Db, options: CheckOptions = {}): Promise<Violation[]> {
  return await db.transaction(
    async (inner) => {
      const tx = withAuditKey(inner, auditKeyOf(db))
      return await violatedOf(options, (check) => check.rowsOf(tx, ALL_KEYS))
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/**
 * Checks the same, each slice of a large table in a snapshot of its own: none is old, which would hold
 * up a replica, and a check that was stopped goes on after its last slice. A slice that the replica
 * cancels, because the primary has removed rows that it reads, is checked again.
 * @returns the violated ones, each with the first rows that violate it
 */
export async function checkInSlices(db: Db, options: SliceOptions): Promise<Violation[]> {
  const { progress, onProgress = async () => {} } = options
  return await violatedOf(options, async ({ code, slices, rowsOf }) => {
    const state = (progress[code] ??= { slices: await slices(db), checked: 0, rows: [] })
    for (const slice of state.slices.slice(state.checked)) {
      const rows = await inTransaction(db, async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read, read only`)
        return await rowsOf(withAuditKey(tx, auditKeyOf(db)), slice)
      })
      state.rows = [...state.rows, ...rows].slice(0, MAX_NAMED_ROWS)
      state.checked += 1
      await onProgress()
    }
    return state.rows
  })
}

async function violatedOf(
  options: CheckOptions,
  rowsOf: (check: Check) => Promise<object[]>,
): Promise<Violation[]> {
  const violated: Violation[] = []
  for (const check of checksOf(options)) {
    const { code, description } = check
    const finding = { code, description, rows: await rowsOf(check) }
    options.onFinding?.(finding)
    if (finding.rows.length > 0) violated.push(finding)
  }
  return violated
}
