/** An invariant that a query can check. */
export interface Invariant {
  /** Its code in docs/invariants.md: L3, P2, N2… */
  code: string
  /** The statement that holds, in Spanish, for the report of `npm run verify`. */
  description: string
  /** A query that returns the rows that violate it, and none when it holds. */
  violationsSql: string
}

/** An invariant with the rows that violate it; empty when it holds. */
export interface Violation {
  code: string
  description: string
  rows: object[]
}

/** Most rows named per invariant. */
export const MAX_NAMED_ROWS = 50
