import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type {
  MembershipRequest,
  MembershipRequestDraft,
  RequestState,
} from '#contract/entities/membershipRequest.ts'
import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import type { Cursor } from '#db/core/pagination.ts'
import type { Db } from '#db/connection.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** Who looks or acts. */
export interface Viewer {
  personId: string
  roles: readonly RoleCode[]
}
/** A draft as it is kept; the programme has a column of its own. */
export type StoredDraft = Omit<MembershipRequestDraft, 'programme'>

/** Every programme that one may ask to join. */
export async function programmesOf(
  db: Db,
): Promise<{ code: string; name: string; sponsored: boolean }[]> {
  const rows = await db.select().from(programme).orderBy(programme.name)
  return rows.map(({ code, name, sponsorRole }) => ({
    code,
    name,
    sponsored: sponsorRole !== null,
  }))
}

/**
 * Leaves a request, in a transaction that holds the person. Asking again under the same reference is the same request; another one finds
 * the open one, or the membership, in its way, whatever races: the unique index lets one through,
 * and the membership is looked for after it did.
 */
export async function createRequest(
  tx: Db,
  asked: { reference: string; personId: string; draft: MembershipRequestDraft; now: Date },
): Promise<'asked' | 'noProgramme' | 'waiting' | 'member'> {
  const { reference, personId, now } = asked
  const { programme: wanted, ...draft } = asked.draft
  const [known] = await tx.select().from(programme).where(eq(programme.code, wanted))
  if (!known) return 'noProgramme'
  const left = await tx
    .insert(membershipRequest)
    .values({ reference, personId, programme: wanted, state: 'PENDING', draft, at: now })
    .onConflictDoNothing()
    .returning({ reference: membershipRequest.reference })
  if (left.length === 0) return (await isOwn(tx, reference, personId)) ? 'asked' : 'waiting'
  const [held] = await tx
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(
      and(eq(loyalty.personId, personId), eq(loyalty.programme, wanted), isNull(loyalty.endedAt)),
    )
  if (!held) return 'asked'
  await tx.delete(membershipRequest).where(eq(membershipRequest.reference, reference))
  return 'member'
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

/** The requests that a person may see: their own, and those that are their roles' business. */
export function visibleTo({ personId, roles }: Viewer): SQL | undefined {
  // Who deleted their account asks for nothing any more.
  const stands = sql`not exists (select from person gone
    where gone.id = ${membershipRequest.personId} and gone.deleted_at is not null)`
  if (roles.includes(ADMINISTRADOR)) return stands
  const theirs = or(
    eq(membershipRequest.personId, personId),
    roles.includes(UBER) ? eq(programme.sponsorRole, UBER) : undefined,
    // What a sponsor has not passed on never reached the network.
    roles.includes(PETROBRAS)
      ? or(
          isNull(programme.sponsorRole),
          sql`${membershipRequest.state} in
            ('STATE_UBER_AUTHORIZED', 'STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED')`,
        )
      : undefined,
  )
  return and(stands, theirs)
}

/** One page of what a person may see, newest first, and where the next begins. */
export async function requestsSeenBy(
  db: Db,
  viewer: Viewer,
  ask: { reference: string; state: string; count: number; after: Cursor | null },
): Promise<{ requests: MembershipRequest[]; next: Cursor | null }> {
  const { reference, state, count, after } = ask
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
      const kept = draft as StoredDraft
      return {
        ...row,
        ...kept,
        ...(own || seesAccounts(viewer) ? {} : NO_BANK_ACCOUNT),
        own,
        sponsored: sponsorRole !== null,
      }
    }),
    next: rows.length > count && last ? { at: last.at, id: last.reference } : null,
  }
}

/** Where the money goes is the driver's and the network's business, not a sponsor's. */
const seesAccounts = ({ roles }: Viewer) =>
  roles.includes(PETROBRAS) || roles.includes(ADMINISTRADOR)
