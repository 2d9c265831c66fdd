/** A period, half open: from its first instant to the first that is no longer in it. */
export interface Span {
  from: Date
  until: Date
}

/** The last row of a page: the next one begins after it. */
export interface Cursor {
  at: Date
  id: string
}
