import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Redemption, RedemptionState } from '#contract/entities/redemption.ts'
import type { Db } from '#db/core/db.ts'
import type { Span } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import type { LoyaltyOwner } from '#db/loyalty/loyalties.ts'
import { loyalty } from '#db/tables/loyalties.ts'
import { redemption } from '#db/tables/redemptions.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

/** The state that a redemption has at an instant: its end may not have been posted yet. */
export const stateAt = (now: Date) =>
  sql<RedemptionState>`case when ${redemption.state} = 'reserved' and ${redemption.expiresAt} <= ${now.toISOString()}::timestamptz
    then 'expired' else ${redemption.state} end`
/** When it ended; empty while it can be used. */
export const endedAt = (now: Date) =>
  sql<string>`coalesce(${sqlTimestamp(sql`coalesce(${redemption.endedAt},
    case when ${redemption.expiresAt} <= ${now.toISOString()}::timestamptz then ${redemption.expiresAt} end)`)}, '')`

/** The redemptions of an own loyalty in a period, newest first; with a station those at its tills only. */
export async function redemptionsOf(
  db: Db,
  { personId, loyaltyCode, clientRUT }: LoyaltyOwner,
  { from, until, branchCode, now }: Span & { branchCode: string; now: Date },
): Promise<Redemption[]> {
  return await db
    .select({
      id: redemption.id,
      kind: redemption.kind,
      state: stateAt(now),
      title: redemption.title,
      points: redemption.points,
      discount: redemption.discount,
      datetime: sqlTimestamp(redemption.createdAt),
      until: sqlTimestamp(redemption.expiresAt),
      endedAt: endedAt(now),
      branchCode: sql<string>`coalesce(${branch.code}, '')`,
      branchName: sql<string>`coalesce(${branch.name}, '')`,
      ticket: redemption.ticket,
      rrn: redemption.rrn,
    })
    .from(redemption)
    .innerJoin(loyalty, eq(loyalty.code, redemption.loyaltyCode))
    .leftJoin(terminal, eq(terminal.id, redemption.terminalId))
    .leftJoin(branch, eq(branch.code, terminal.branchCode))
    .where(
      and(
        eq(redemption.loyaltyCode, loyaltyCode),
        eq(loyalty.personId, personId),
        clientRUT === '' ? undefined : eq(loyalty.clientRUT, clientRUT),
        gte(redemption.createdAt, from),
        lt(redemption.createdAt, until),
        branchCode === '' ? undefined : eq(terminal.branchCode, branchCode),
      ),
    )
    .orderBy(desc(redemption.createdAt), desc(redemption.id))
}
