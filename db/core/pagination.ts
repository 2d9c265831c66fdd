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

/** The first `count` of the rows, of which one more was read, and the cursor of the next page. */
export function pageOf<Row>(rows: Row[], count: number, cursorOf: (last: Row) => Cursor) {
  const last = rows[count - 1]
  return { page: rows.slice(0, count), next: rows.length > count && last ? cursorOf(last) : null }
}
