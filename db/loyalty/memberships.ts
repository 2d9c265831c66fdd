import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ActiveMembership } from '#contract/loyalty/activeMembershipList.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import type { Cursor } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { vehiclesInForce } from '#db/loyalty/loyalties.ts'
import type { Viewer } from '#db/loyalty/membershipRequests.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'

/** Condition for the programmes whose members a caller may list: those on which their roles decide. */
function ofDecidingRole({ roles }: Viewer): SQL | undefined {
  if (roles.includes(ADMINISTRADOR) || roles.includes(PETROBRAS)) return sql`true`
  return roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : sql`false`
}

/** Whether a caller may list the members behind a code: that of their own loyalty, or of a programme. */
export async function canListMembers(db: Db, viewer: Viewer, code: string): Promise<boolean> {
  const own = await db
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(
      and(eq(loyalty.code, code), eq(loyalty.personId, viewer.personId), isNull(loyalty.endedAt)),
    )
  if (own.length > 0) return true
  const decidable = await db
    .select({ code: programme.code })
    .from(programme)
    .where(and(eq(programme.code, code), ofDecidingRole(viewer)))
  return decidable.length > 0
}

/**
 * One page of the memberships in force behind a code, newest first, with the cursor of the next page.
 * @param filter `code` of a loyalty or programme; `rut` and `card` are empty for all
 */
export async function membershipsOf(
  db: Db,
  viewer: Viewer,
  filter: { code: string; rut: string; card: string; count: number; after: Cursor | null },
): Promise<{ memberships: ActiveMembership[]; next: Cursor | null }> {
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
  const last = rows[count - 1]
  return {
    memberships: rows.slice(0, count).map(({ at: _at, ...row }) => row),
    next: rows.length > count && last ? { at: last.at, id: last.loyaltyCode } : null,
  }
}

/** The person that changes their own membership, and the time. */
export interface Actor {
  personId: string
  now: Date
}

type StoredMembership = typeof loyalty.$inferSelect

/** A membership of a person, in force or ended, with its row locked. */
export async function lockOwnMembership(
  tx: Db,
  code: string,
  personId: string,
): Promise<StoredMembership | undefined> {
  const [membership] = await tx
    .select()
    .from(loyalty)
    .where(and(eq(loyalty.code, code), eq(loyalty.personId, personId)))
    .for('update')
  return membership
}

/**
 * Stores the reason of a change with the request that the membership came from. Reasons of earlier
 * changes remain before it; an empty text changes nothing.
 */
export async function addObservations(
  tx: Db,
  { requestReference }: StoredMembership,
  observations: string,
): Promise<void> {
  if (!requestReference || observations === '') return
  const leavingObservations = sql`concat_ws(chr(10),
    nullif(${membershipRequest.leavingObservations}, ''), ${observations}::text)`
  await tx
    .update(membershipRequest)
    .set({ observations, leavingObservations })
    .where(eq(membershipRequest.reference, requestReference))
}

/**
 * A7: ends a membership of a person. Nothing is deleted, and a repeat changes nothing. Its points
 * stay on its account (`retainedPoints.ts`).
 * @returns when it ended, now or before; undefined when it is unknown or another person's
 */
export async function endMembership(
  db: Db,
  { personId, now }: Actor,
  { loyaltyCode, observations }: { loyaltyCode: string; observations: string },
): Promise<{ endedAt: Date } | undefined> {
  return await inTransaction(db, async (tx) => {
    const membership = await lockOwnMembership(tx, loyaltyCode, personId)
    if (!membership) return undefined
    if (membership.endedAt) return { endedAt: membership.endedAt }
    await tx
      .update(vehicle)
      .set({ removedAt: now })
      .where(and(eq(vehicle.loyaltyCode, loyaltyCode), isNull(vehicle.removedAt)))
    await tx.update(loyalty).set({ endedAt: now }).where(eq(loyalty.code, loyaltyCode))
    await addObservations(tx, membership, observations)
    await appendAuditEntry(tx, {
      actorId: personId,
      action: 'removeMembership',
      subject: loyaltyCode,
      detail: { ended: true },
      at: now,
    })
    return { endedAt: now }
  })
}
