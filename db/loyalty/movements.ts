import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Movement } from '#contract/entities/movement.ts'
import type { Db } from '#db/core/db.ts'
import { type Cursor, pageOf, type Span } from '#db/core/pagination.ts'
import { preparedRows } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isOwned, type LoyaltyOwner } from '#db/loyalty/loyalties.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { movement } from '#db/tables/movements.ts'
import { branch } from '#db/tables/stations.ts'

const { loyaltyCode, ...columns } = getTableColumns(movement)
const fields = {
  ...columns,
  // As text: only the last row's is parsed, for the cursor.
  at: sql<string>`${movement.at}::text`,
  datetime: sqlTimestamp(movement.at),
  branchName: branch.name,
}
const readPage = preparedRows('movementPage', fields, (db) =>
  db
    .select(fields)
    .from(movement)
    .innerJoin(branch, eq(branch.code, movement.branchCode))
    .where(
      and(
        // Evaluated once per execution: the page stays a walk along the index of one loyalty.
        sql`${loyaltyCode} = (select ${loyalty.code} from ${loyalty} where ${isOwned})`,
        sql`${movement.at} >= ${sql.placeholder('from')}`,
        sql`(${sql.placeholder('branchCode')} = '' or ${movement.branchCode} = ${sql.placeholder('branchCode')})`,
        sql`(${movement.at}, ${movement.rrn}) < (${sql.placeholder('beforeAt')}, ${sql.placeholder('beforeId')})`,
      ),
    )
    .orderBy(desc(movement.at), desc(movement.rrn))
    .limit(sql.placeholder('limit')),
)

/**
 * One page of an own loyalty's movements, newest first, and the cursor of the next page.
 * The page of a loyalty that is not the person's is empty.
 * @param ask `from` and `until` bound the period; `branchCode` '' means every branch
 */
export async function movementsOf(
  db: Db,
  owner: LoyaltyOwner,
  ask: { branchCode: string; count: number; after: Cursor | null } & Span,
): Promise<{ movements: Movement[]; next: Cursor | null }> {
  const before = ask.after ?? { at: ask.until, id: '' }
  const rows = await readPage(db).execute({
    ...owner,
    branchCode: ask.branchCode,
    from: ask.from,
    beforeAt: before.at,
    beforeId: before.id,
    limit: ask.count + 1,
  })
  const { page, next } = pageOf(rows, ask.count, ({ at, rrn }) => ({ at: new Date(at), id: rrn }))
  return { movements: page.map(({ at: _at, ...row }) => row), next }
}
