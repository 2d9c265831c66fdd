import { and, desc, eq, sql } from 'drizzle-orm'
import { PESOS } from '#contract/money.ts'
import type { MonthOfProduct, Movement } from '#contract/entities/movement.ts'
import type { Db } from '#db/connection.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { movement } from '#db/tables/movements.ts'
import { branch } from '#db/tables/stations.ts'
import type { Cursor, Span } from '#db/core/pagination.ts'

const inSpan = and(
  eq(movement.loyaltyCode, sql.placeholder('loyaltyCode')),
  sql`${movement.at} >= ${sql.placeholder('from')}`,
  sql`(${sql.placeholder('branchCode')} = '' or ${movement.branchCode} = ${sql.placeholder('branchCode')})`,
)

const page = prepared('movementPage', (db) =>
  db
    .select({
      rrn: movement.rrn,
      // As text: of all the rows of a page the last one's alone is ever read.
      at: sql<string>`${movement.at}`,
      datetime: sqlTimestamp(movement.at),
      kind: movement.kind,
      branchCode: movement.branchCode,
      branchName: branch.name,
      product: movement.product,
      millilitres: movement.millilitres,
      currency: movement.currency,
      amount: movement.amount,
      discount: movement.discount,
      points: movement.points,
      plate: movement.plate,
    })
    .from(movement)
    .innerJoin(branch, eq(branch.code, movement.branchCode))
    .where(
      and(
        inSpan,
        sql`(${movement.at}, ${movement.rrn}) < (${sql.placeholder('beforeAt')}, ${sql.placeholder('beforeId')})`,
      ),
    )
    .orderBy(desc(movement.at), desc(movement.rrn))
    .limit(sql.placeholder('limit'))
    .prepare('movementPage'),
)

/** One page of a loyalty's movements, newest first, and where the next begins. */
export async function movementsOf(
  db: Db,
  ask: { loyaltyCode: string; branchCode: string; count: number; after: Cursor | null } & Span,
): Promise<{ movements: Movement[]; next: Cursor | null }> {
  const { loyaltyCode, branchCode, from } = ask
  const before = ask.after ?? { at: ask.until, id: '' }
  const rows = await page(db).execute({
    loyaltyCode,
    branchCode,
    from,
    beforeAt: before.at,
    beforeId: before.id,
    limit: ask.count + 1,
  })
  const movements = rows.slice(0, ask.count).map(({ at: _at, ...row }) => row)
  const last = rows[ask.count - 1]
  return {
    movements,
    next: rows.length > ask.count && last ? { at: new Date(last.at), id: last.rrn } : null,
  }
}

const months = prepared('movementMonths', (db) =>
  db
    .select({
      month: sql<string>`to_char(${movement.at} at time zone 'America/Montevideo', 'YYYYMM')`,
      product: movement.product,
      millilitres: sql<number>`sum(${movement.millilitres})::int8`.mapWith(Number),
      amount: sql<number>`sum(${movement.amount})::int8`.mapWith(Number),
      discount: sql<number>`sum(${movement.discount})::int8`.mapWith(Number),
      points: sql<number>`sum(${movement.points})::int8`.mapWith(Number),
    })
    .from(movement)
    .where(
      and(inSpan, sql`${movement.at} < ${sql.placeholder('until')}`, eq(movement.currency, PESOS)),
    )
    .groupBy(sql`1`, movement.product)
    .orderBy(sql`1`, movement.product)
    .prepare('movementMonths'),
)

/** What was bought in a period, by month and product. Pesos alone are summed: the pump sells in pesos. */
export async function monthsOf(
  db: Db,
  ask: { loyaltyCode: string; branchCode: string } & Span,
): Promise<MonthOfProduct[]> {
  return await months(db).execute({ ...ask })
}
