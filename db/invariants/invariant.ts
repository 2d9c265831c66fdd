import type { Db } from '#db/core/db.ts'

/** An invariant that a query can check. */
export interface Invariant {
  /** Its code in docs/invariants.md: L3, P2, N2… */
  code: string
  /** The statement that holds, in Spanish, for the report of `npm run verify`. */
  description: string
  /** A query that returns the rows that violate it, and none when it holds. */
  violationsSql: string
  /**
   * The large tables of the query, each with the column by which it is cut into slices. The columns hold
   * the same keys, so that the rows that the query compares are in one slice. Without it the query is
   * checked as a whole.
   */
  slicedBy?: Readonly<Record<string, string>>
}

/** Keys from one up to, and without, the other; without the first or the last there is no bound. */
export interface Slice {
  /** The table of the keys, for a check of several tables. */
  table?: string
  from?: string
  until?: string
}

/** How an invariant is checked. */
export interface Check {
  code: string
  description: string
  /** The slices that together are the whole. */
  slices: (db: Db) => Promise<Slice[]>
  /** The rows of a slice that violate it, at most {@link MAX_NAMED_ROWS}; of all for a slice without bounds. */
  rowsOf: (tx: Db, slice: Slice) => Promise<object[]>
}

/** An invariant with the rows that violate it; empty when it holds. */
export interface Violation {
  code: string
  description: string
  rows: object[]
}

/** Most rows named per invariant. */
export const MAX_NAMED_ROWS = 50
