import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { BankAccount } from '#contract/fields/bankAccount.ts'
import type { ActiveMembership } from '#contract/loyalty/activeMembershipList.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { vehiclesInForce } from '#db/loyalty/loyalties.ts'
import type { Viewer } from '#db/loyalty/membershipRequests.ts'
import type { Cursor } from '#db/core/pagination.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { loyalty, membershipRequest, programme, vehicle } from '#db/tables/loyalties.ts'

/** A programme whose members a person may see: their roles decide who joins it. */
function deciding({ roles }: Viewer): SQL | undefined {
  if (roles.includes(ADMINISTRADOR) || roles.includes(PETROBRAS)) return sql`true`
  return roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : sql`false`
}

/** Whether a code is one that a person may ask the members of: their own loyalty's, or a programme's. */
export async function canListMembers(db: Db, viewer: Viewer, code: string): Promise<boolean> {
  const own = await db
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(
      and(eq(loyalty.code, code), eq(loyalty.personId, viewer.personId), isNull(loyalty.endedAt)),
    )
  if (own.length > 0) return true
  const theirs = await db
    .select({ code: programme.code })
    .from(programme)
    .where(and(eq(programme.code, code), deciding(viewer)))
  return theirs.length > 0
}

/** The memberships in force behind a code that the person may list, newest first. */
export async function membersOf(
  db: Db,
  viewer: Viewer,
  ask: { code: string; rut: string; card: string; count: number; after: Cursor | null },
): Promise<{ memberships: ActiveMembership[]; next: Cursor | null }> {
  const { code, rut, card, count, after } = ask
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
          and(eq(loyalty.programme, code), deciding(viewer)),
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

/** Who changes something of their own, and when. */
interface Actor {
  personId: string
  now: Date
}

/**
 * Sets the account of all of a person's memberships in force. The audit keeps the bank and the last
 * three digits, never the number.
 * @returns false when they have none
 */
export async function setAccount(
  db: Db,
  { personId, now }: Actor,
  account: BankAccount,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const held = await tx
      .select()
      .from(loyalty)
      .where(and(eq(loyalty.personId, personId), isNull(loyalty.endedAt)))
      .orderBy(loyalty.code)
      .for('update')
    const fields = Object.keys(account) as (keyof BankAccount)[]
    const stale = held.filter((one) => fields.some((field) => one[field] !== account[field]))
    const codes = stale.map(({ code }) => code)
    if (codes.length > 0) await tx.update(loyalty).set(account).where(inArray(loyalty.code, codes))
    for (const subject of codes)
      await appendAuditEntry(tx, {
        actorId: personId,
        action: 'updateMembershipData',
        subject,
        detail: { bank: account.accountBank, endsIn: account.accountBankNumber.slice(-3) },
        at: now,
      })
    return held.length > 0
  })
}

/** What was said of one vehicle stays when another follows. */
const afterThem = (observations: string) =>
  sql`concat_ws(chr(10), nullif(${membershipRequest.leavingObservations}, ''), ${observations}::text)`

/**
 * A7: ends a person's membership, or one vehicle of it while others remain. What has ended stays ended;
 * nothing is deleted.
 * @returns false for a membership or vehicle that does not exist or is not theirs
 */
export async function endMembership(
  db: Db,
  { personId, now }: Actor,
  left: { loyaltyCode: string; vehicleId: string; observations: string },
): Promise<boolean> {
  const { loyaltyCode, vehicleId, observations } = left
  return await inTransaction(db, async (tx) => {
    const [held] = await tx
      .select()
      .from(loyalty)
      .where(and(eq(loyalty.code, loyaltyCode), eq(loyalty.personId, personId)))
      .for('update')
    if (!held) return false
    const vehicles = await tx.select().from(vehicle).where(eq(vehicle.loyaltyCode, loyaltyCode))
    const named = vehicles.find(({ id }) => id === vehicleId)
    if (vehicleId !== '' && !named) return false
    if (held.endedAt || named?.removedAt) return true
    const others = vehicles.some(({ id, removedAt }) => id !== vehicleId && !removedAt)
    const one = named && others ? named : undefined
    await tx
      .update(vehicle)
      .set({ removedAt: now })
      .where(
        and(
          eq(vehicle.loyaltyCode, loyaltyCode),
          isNull(vehicle.removedAt),
          one ? eq(vehicle.id, one.id) : undefined,
        ),
      )
    if (!one) await tx.update(loyalty).set({ endedAt: now }).where(eq(loyalty.code, loyaltyCode))
    if (held.requestReference && observations !== '')
      await tx
        .update(membershipRequest)
        .set({ observations, leavingObservations: afterThem(observations) })
        .where(eq(membershipRequest.reference, held.requestReference))
    await appendAuditEntry(tx, {
      actorId: personId,
      action: 'removeMembership',
      subject: loyaltyCode,
      detail: one ? { vehicle: one.id } : { ended: true },
      at: now,
    })
    return true
  })
}
