import {
  asc,
  type Column,
  desc,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'

import type { Amounts } from '#contract/console/objectKind.ts'

/** A half-open period: `from` is in it, `until` is not. */
export interface Span {
  from: Date
  until: Date
}

/** Whether an instant is in a span; undefined without one. */
export const inSpan = (at: SQLWrapper, span: Span | undefined): SQL | undefined =>
  span && sql`${at} >= ${span.from}::timestamptz and ${at} < ${span.until}::timestamptz`

/** Whether cents are in a range, both ends included; undefined without one. */
export const inAmounts = (cents: SQLWrapper, amounts: Amounts | undefined): SQL | undefined =>
  amounts && sql`${cents} between ${amounts.from} and ${amounts.until}`

/** The position of the last row of a page: the next page begins after it. */
export interface Cursor {
  at: Date
  id: string
}

/** The rows to read of a list: the first without a cursor. */
export interface PageQuery {
  count: number
  after?: Cursor | null
  /** Turns the order of the list round; left out: its own. */
  isReversed?: boolean | undefined
  /** Any rows do, in any order: they are counted. */
  isUnordered?: boolean
}

/** The first `count` of the rows, of which one more was read, and the cursor of the next page. */
export function pageOf<Row>(rows: Row[], count: number, cursorOf: (last: Row) => Cursor) {
  const last = rows[count - 1]
  return { page: rows.slice(0, count), next: rows.length > count && last ? cursorOf(last) : null }
}

type ValueOf<Part> = Part extends Column
  ? Part['_']['data']
  : Part extends SQL<infer Value> | SQL.Aliased<infer Value>
    ? Value
    : never
type Keys<Parts> = { [Name in keyof Parts]: ValueOf<Parts[Name]> | Placeholder | SQL }

/**
 * The order of a list by columns that together are unique, and the condition for the rows behind one of
 * them. It compares rows: PostgreSQL reads a page along an index of these columns, and takes the type of
 * each value from its column.
 */
export function keyset<Parts extends Record<string, SQLWrapper>>(
  parts: Parts,
  first: 'newest' | 'oldest' = 'newest',
) {
  const columns = Object.values(parts)
  const from = (isNewestFirst: boolean) => {
    const [order, beyond] = isNewestFirst ? [desc, sql`<`] : [asc, sql`>`]
    return {
      by: sql.join(columns.map(order), sql`, `),
      /** @returns undefined for the first page */
      after: (last: Keys<Parts> | null | undefined): SQL | undefined =>
        last
          ? sql`${columns} ${beyond} ${Object.keys(parts).map((name): unknown => last[name])}`
          : undefined,
    }
  }
  const isNewestFirst = first === 'newest'
  return {
    ...from(isNewestFirst),
    /** The order of a page. */
    of({ isReversed = false, isUnordered = false }: Omit<PageQuery, 'count' | 'after'>) {
      const order = from(isNewestFirst !== isReversed)
      // PostgreSQL sorts nothing by a constant.
      return isUnordered ? { ...order, by: sql`null::int` } : order
    },
  }
}
