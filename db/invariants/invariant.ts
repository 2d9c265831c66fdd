/** One promise of the house that a question to the database can settle. */
export interface Invariant {
  /** Its name in the list of promises: L3, P2, N2… */
  promise: string
  /** What it promises, in Spanish. */
  says: string
  /** A query that answers the rows that break it, and nothing when it holds. */
  broken: string
}

/** A promise and the rows that break it; none: it holds. */
export interface Violation {
  promise: string
  says: string
  rows: object[]
}

/** Rows that are named per promise; one is enough to be wrong, and a screenful to see why. */
export const MAX_NAMED_ROWS = 50
