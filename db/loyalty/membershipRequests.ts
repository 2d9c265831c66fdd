import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type {
  MembershipRequest,
  MembershipRequestDraft,
  RequestState,
} from '#contract/entities/membershipRequest.ts'
import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import type { Db } from '#db/connection.ts'
import type { Cursor } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { retainedPointsOf } from '#db/loyalty/retainedPoints.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** A caller, with the roles that decide what they may see and do. */
export interface Viewer {
  personId: string
  roles: readonly RoleCode[]
}
/** The stored draft of a request; its programme is in a column of its own. */
export type StoredDraft = Omit<MembershipRequestDraft, 'programme'>

/** All programmes by name, with the points that each keeps for a person. */
export async function programmesFor(db: Db, personId: string, now: Date): Promise<Programme[]> {
  const retained = await retainedPointsOf(db, personId, now)
  const rows = await db.select().from(programme).orderBy(programme.name)
  return rows.map(({ code, name, sponsorRole }) => ({
    code,
    name,
    sponsored: sponsorRole !== null,
    retainedPoints: retained.get(code)?.points ?? 0,
    retainedUntil: retained.get(code)?.until ?? '',
  }))
}

/**
 * Inserts a membership request. A repeat with the same reference changes nothing. The caller must
 * hold the lock on the person's row (`lockPerson`). Of concurrent requests to one programme the
 * unique index accepts one; memberships are read after the insert, so that one that a concurrent
 * decision creates is seen.
 * @returns `pending` when another request of the person to the programme is open, `alreadyMember` when
 * a membership is in force, `noProgramme` when the programme is unknown
 */
export async function createRequest(
  tx: Db,
  input: { reference: string; personId: string; draft: MembershipRequestDraft; now: Date },
): Promise<'created' | 'noProgramme' | 'pending' | 'alreadyMember'> {
  const { reference, personId, now } = input
  const { programme: programmeCode, ...draft } = input.draft
  const [known] = await tx.select().from(programme).where(eq(programme.code, programmeCode))
  if (!known) return 'noProgramme'
  const inserted = await tx
    .insert(membershipRequest)
    .values({ reference, personId, programme: programmeCode, state: 'PENDING', draft, at: now })
    .onConflictDoNothing()
    .returning({ reference: membershipRequest.reference })
  if (inserted.length === 0) return (await isOwn(tx, reference, personId)) ? 'created' : 'pending'
  const [membership] = await tx
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(
      and(
        eq(loyalty.personId, personId),
        eq(loyalty.programme, programmeCode),
        isNull(loyalty.endedAt),
      ),
    )
  if (!membership) return 'created'
  await tx.delete(membershipRequest).where(eq(membershipRequest.reference, reference))
  return 'alreadyMember'
}

async function isOwn(tx: Db, reference: string, personId: string): Promise<boolean> {
  const rows = await tx
    .select({ state: membershipRequest.state })
    .from(membershipRequest)
    .where(
      and(eq(membershipRequest.reference, reference), eq(membershipRequest.personId, personId)),
    )
  return rows.length > 0
}

/** Condition for the requests that a caller may see: their own, and those of their roles. */
export function visibleTo({ personId, roles }: Viewer): SQL | undefined {
  // Requests of deleted accounts are visible to no role.
  const ofLiveAccount = sql`not exists (select from person deleted
    where deleted.id = ${membershipRequest.personId} and deleted.deleted_at is not null)`
  if (roles.includes(ADMINISTRADOR)) return ofLiveAccount
  const byRole = or(
    eq(membershipRequest.personId, personId),
    roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : undefined,
    // The network sees requests to sponsored programmes once the sponsor has authorised them.
    roles.includes(PETROBRAS)
      ? or(
          isNull(programme.sponsorRole),
          sql`${membershipRequest.state} in
            ('STATE_UBER_AUTHORIZED', 'STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED')`,
        )
      : undefined,
  )
  return and(ofLiveAccount, byRole)
}

/**
 * One page of the requests that a caller may see, newest first, with the cursor of the next page.
 * @param filter `reference` and `state`: empty for all
 */
export async function requestsVisibleTo(
  db: Db,
  viewer: Viewer,
  filter: { reference: string; state: string; count: number; after: Cursor | null },
): Promise<{ requests: MembershipRequest[]; next: Cursor | null }> {
  const { reference, state, count, after } = filter
  const rows = await db
    .select({
      reference: membershipRequest.reference,
      state: membershipRequest.state,
      at: membershipRequest.at,
      datetime: sqlTimestamp(membershipRequest.at),
      programme: membershipRequest.programme,
      programmeName: programme.name,
      sponsorRole: programme.sponsorRole,
      personId: membershipRequest.personId,
      holder: sql<string>`${person.firstName} || ' ' || ${person.firstSurname}`,
      draft: membershipRequest.draft,
      observations: membershipRequest.observations,
      sponsorObservations: membershipRequest.sponsorObservations,
      networkObservations: membershipRequest.networkObservations,
      leavingObservations: membershipRequest.leavingObservations,
      sponsorDatetime: sql<string>`coalesce(${sqlTimestamp(membershipRequest.sponsorAt)}, '')`,
      networkDatetime: sql<string>`coalesce(${sqlTimestamp(membershipRequest.networkAt)}, '')`,
    })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .innerJoin(person, eq(person.id, membershipRequest.personId))
    .where(
      and(
        visibleTo(viewer),
        reference === '' ? undefined : eq(membershipRequest.reference, reference),
        state === '' ? undefined : eq(membershipRequest.state, state as RequestState),
        after
          ? sql`(${membershipRequest.at}, ${membershipRequest.reference}) < (${after.at}::timestamptz, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(desc(membershipRequest.at), desc(membershipRequest.reference))
    .limit(count + 1)
  const last = rows[count - 1]
  return {
    requests: rows.slice(0, count).map(({ at: _at, personId, sponsorRole, draft, ...row }) => {
      const own = personId === viewer.personId
      const details = draft as StoredDraft
      return {
        ...row,
        ...details,
        ...(own || seesBankAccounts(viewer) ? {} : NO_BANK_ACCOUNT),
        own,
        sponsored: sponsorRole !== null,
      }
    }),
    next: rows.length > count && last ? { at: last.at, id: last.reference } : null,
  }
}

/** Bank accounts are visible to their owner and to the network, not to sponsors. */
const seesBankAccounts = ({ roles }: Viewer) =>
  roles.includes(PETROBRAS) || roles.includes(ADMINISTRADOR)
