import type { AuditEntry } from '#db/audit/auditLog.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { DemoRule, StoredPrice } from '#db/demo/programmes.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import type { Station } from '#db/demo/stations.ts'
import type { refundRate } from '#db/tables/stations.ts'

/** The arguments of every generator of demo data. */
export interface DemoContext {
  seed: number
  dates: RelativeDates
  stations: readonly Station[]
  rules: readonly DemoRule[]
  /** The rewards of all programmes, the dearest first. */
  rewards: Rows['reward']
  /** Official prices, each product's oldest first, and rates of the refund laws. */
  prices: readonly StoredPrice[]
  rates: readonly (typeof refundRate.$inferSelect)[]
  /** Argon2id hash of the demo password, computed once for all people. */
  passwordHash: string
  /** The next identifier. The sequence depends on the seed and the order of calls only. */
  nextId(): string
  nextRrn(): string
  /** Rows that are not written yet. */
  rows: Rows
  /** Entries of the audit, in any order. */
  audit: AuditEntry[]
}

/** Identifier of an operator, the same in every demo database, by the place among the demo's people. */
export const operatorId = (place: number) =>
  `5d0ca5e0-0000-8000-a000-${String(place).padStart(12, '0')}`
/** The operators who decide on membership requests and answer messages. */
export const SPONSOR_ID = operatorId(3)
export const NETWORK_ID = operatorId(4)
export const SUPPORT_ID = operatorId(5)

/** UUIDs of version 8 in ascending order, so that bulk inserts append to the index. */
export function sequentialIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `5d0ca5e0-0000-8000-8000-${count.toString(16).padStart(12, '0')}`
  }
}

/** Identifier of a programme's own ledger account. */
export const programmeAccount = (place: number) =>
  `5d0ca5e0-0000-8000-9000-${String(place).padStart(12, '0')}`
