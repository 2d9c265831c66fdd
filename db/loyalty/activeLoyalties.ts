import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ActiveLoyalty } from '#contract/loyalty/activeMembershipList.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import type { Db } from '#db/core/connection.ts'
import { type Cursor, pageOf } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { vehiclesInForce } from '#db/loyalty/loyalties.ts'
import type { Viewer } from '#db/loyalty/membershipRequests.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'

/** Condition for the programmes whose members a caller may list: those on which their roles decide. */
function ofDecidingRole({ roles }: Viewer): SQL | undefined {
  if (roles.includes(ADMINISTRADOR) || roles.includes(PETROBRAS)) return sql`true`
  return roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : sql`false`
}

/** Whether a caller may list the members behind a code: that of their own loyalty, or of a programme. */
export async function canListMembers(db: Db, viewer: Viewer, code: string): Promise<boolean> {
  const own = and(eq(loyalty.code, code), eq(loyalty.personId, viewer.personId))
  if ((await db.$count(loyalty, and(own, isNull(loyalty.endedAt)))) > 0) return true
  return (await db.$count(programme, and(eq(programme.code, code), ofDecidingRole(viewer)))) > 0
}

/**
 * One page of the loyalties in force behind a code, newest first, with the cursor of the next page.
 * @param filter `code` of a loyalty or programme; `rut` and `card` are empty for all
 */
export async function activeLoyaltiesOf(
  db: Db,
  viewer: Viewer,
  filter: { code: string; rut: string; card: string; count: number; after: Cursor | null },
): Promise<{ memberships: ActiveLoyalty[]; next: Cursor | null }> {
  const { code, rut, card, count, after } = filter
  const rows = await db
    .select({
      loyaltyCode: loyalty.code,
      programme: loyalty.programme,
      clientId: loyalty.personId,
      holder: loyalty.holder,
      clientRUT: loyalty.clientRUT,
      clientCardNumber: loyalty.clientCardNumber,
      at: loyalty.since,
      since: sqlTimestamp(loyalty.since),
      vehicles: vehiclesInForce,
    })
    .from(loyalty)
    .innerJoin(programme, eq(programme.code, loyalty.programme))
    .where(
      and(
        isNull(loyalty.endedAt),
        or(
          and(eq(loyalty.code, code), eq(loyalty.personId, viewer.personId)),
          and(eq(loyalty.programme, code), ofDecidingRole(viewer)),
        ),
        rut === '' ? undefined : eq(loyalty.clientRUT, rut),
        card === '' ? undefined : eq(loyalty.clientCardNumber, card),
        after
          ? sql`(${loyalty.since}, ${loyalty.code}) < (${after.at}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(loyalty.since), desc(loyalty.code))
    .limit(count + 1)
  const { page, next } = pageOf(rows, count, ({ at, loyaltyCode: id }) => ({ at, id }))
  return { memberships: page.map(({ at: _at, ...row }) => row), next }
}
