import { and, desc, eq, gte, lt, type Placeholder, sql } from 'drizzle-orm'
import type { Redemption, RedemptionState } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import type { Span } from '#db/core/pagination.ts'
import { preparedRows } from '#db/core/preparedStatement.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { isOwned, type LoyaltyOwner } from '#db/loyalty/loyalties.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { redemption } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** An instant, or the placeholder of one. */
type Now = Date | Placeholder
const instant = (now: Now) => sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`

/** The state that a redemption has at an instant: its end may not have been posted yet. */
export const stateAt = (now: Now) =>
  sql<RedemptionState>`case when ${redemption.state} = 'reserved' and ${redemption.expiresAt} <= ${instant(now)}
    then 'expired' else ${redemption.state} end`
/** When it ended; empty while it can be used. */
export const endedAt = (now: Now) =>
  sql<string>`coalesce(${sqlTimestamp(sql`coalesce(${redemption.endedAt},
    case when ${redemption.expiresAt} <= ${instant(now)} then ${redemption.expiresAt} end)`)}, '')`

const fields = {
  id: redemption.id,
  kind: redemption.kind,
  state: stateAt(sql.placeholder('now')),
  title: redemption.title,
  points: redemption.points,
  discount: redemption.discount,
  datetime: sqlTimestamp(redemption.createdAt),
  until: sqlTimestamp(redemption.expiresAt),
  endedAt: endedAt(sql.placeholder('now')),
  branchCode: sql<string>`coalesce(${branch.code}, '')`,
  branchName: sql<string>`coalesce(${branch.name}, '')`,
  ticket: redemption.ticket,
  rrn: redemption.rrn,
}
// With every page of movements: built and planned for each call, it would take as long as the page.
const readRedemptions = preparedRows<Redemption>('redemptions_of_loyalty', fields, (db) =>
  db
    .select(fields)
    .from(redemption)
    .innerJoin(loyalty, eq(loyalty.code, redemption.loyaltyCode))
    .leftJoin(terminal, eq(terminal.id, redemption.terminalId))
    .leftJoin(branch, eq(branch.code, terminal.branchCode))
    .where(
      and(
        eq(redemption.loyaltyCode, sql.placeholder('loyaltyCode')),
        isOwned,
        gte(redemption.createdAt, sql.placeholder('from')),
        lt(redemption.createdAt, sql.placeholder('until')),
        sql`(${sql.placeholder('branchCode')} = '' or ${terminal.branchCode} = ${sql.placeholder('branchCode')})`,
      ),
    )
    .orderBy(desc(redemption.createdAt), desc(redemption.id)),
)

/** The redemptions of an own loyalty in a period, newest first; with a station those at its tills only. */
export const redemptionsOf = (
  db: Db,
  owner: LoyaltyOwner,
  ask: Span & { branchCode: string; now: Date },
): Promise<Redemption[]> => readRedemptions(db).execute({ ...owner, ...ask })
