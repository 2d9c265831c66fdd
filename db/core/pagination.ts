/** A half-open period: `from` is in it, `until` is not. */
export interface Span {
  from: Date
  until: Date
}

/** The position of the last row of a page: the next page begins after it. */
export interface Cursor {
  at: Date
  id: string
}
