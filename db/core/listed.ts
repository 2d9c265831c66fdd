import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'

/** A list before it is read: its rows can be read or counted. */
export interface Listed<Row> {
  query: SQLWrapper
  read: () => Promise<Row[]>
}

/** The list of a query of Drizzle. */
export const listed = <Row>(query: SQLWrapper & PromiseLike<Row[]>): Listed<Row> => ({
  query,
  read: async () => await query,
})

/** The list of a statement in SQL. */
export const listedSql = <Row extends object>(db: Db, query: SQL): Listed<Row> => ({
  query,
  read: async () => (await db.execute(query)).rows as Row[],
})

/** The list with its rows read as others. */
export const withRows = <Raw, Row>(
  { query, read }: Listed<Raw>,
  rowsOf: (rows: Raw[]) => Row[] | Promise<Row[]>,
): Listed<Row> => ({ query, read: async () => await rowsOf(await read()) })

/** A list without rows. */
export const EMPTY: Listed<never> = {
  query: sql`select 0::bigint as amount, '858' as currency where false`,
  read: async () => [],
}

/** The sum of the amounts of a currency. */
interface Sum {
  currency: Currency
  cents: number
}

/**
 * Counts the rows of a list and adds up their amounts.
 * @param hasAmounts whether the query selects `amount`, in cents, and `currency`
 */
export async function totalOf(
  db: Db,
  { query }: Pick<Listed<unknown>, 'query'>,
  hasAmounts: boolean,
): Promise<{ count: number; sums: Sum[] }> {
  const values = hasAmounts
    ? sql`currency, coalesce(sum(amount), 0)::float8 as cents`
    : sql`'858' as currency, 0::float8 as cents`
  const { rows } = await db.execute<Sum & { count: number } & Record<string, unknown>>(
    sql`select count(*)::int as count, ${values} from (${query}) listed ${hasAmounts ? sql`group by currency order by currency desc` : sql``}`,
  )
  return {
    count: rows.reduce((all, { count }) => all + count, 0),
    sums: hasAmounts ? rows.map(({ currency, cents }) => ({ currency, cents })) : [],
  }
}
