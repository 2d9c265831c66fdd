import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  MembershipRequest,
  MembershipRequestDraft,
  RequestState,
} from '#contract/entities/membershipRequest.ts'
import { NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import type { Programme } from '#contract/loyalty/membershipRequestList.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { type Cursor, keyset, pageOf } from '#db/core/pagination.ts'
import { sqlTimestamp } from '#db/core/sqlTimestamps.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { mayReuseCard } from '#db/loyalty/loyaltyCardNumbers.ts'
import { retainedPointsOf } from '#db/loyalty/retainedPoints.ts'
import { loyalty, membershipRequest, programme } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** A caller, with the roles that decide what they may see and do. */
export interface Viewer {
  personId: string
  roles: readonly RoleCode[]
}

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
 * Inserts a membership request. The caller must hold the lock on the person's row (`lockPerson`), and
 * rolls the transaction back after any other outcome. Of concurrent requests to one programme the
 * unique index accepts one; loyalties are read after the insert, so that one that a concurrent
 * decision creates is seen.
 * @returns `pending` when another request of the person to the programme is open, `alreadyMember` when
 * a loyalty is in force, `noProgramme` when the programme is unknown, `noCard` when the card is not
 * one that the person had
 */
export async function createRequest(
  tx: Db,
  input: { reference: string; personId: string; draft: MembershipRequestDraft; now: Date },
): Promise<'created' | 'noProgramme' | 'noCard' | 'pending' | 'alreadyMember'> {
  const { reference, personId, now } = input
  const { programme: programmeCode, ...draft } = input.draft
  const [known] = await tx.select().from(programme).where(eq(programme.code, programmeCode))
  if (!known) return 'noProgramme'
  const card = draft.clientCardNumber
  if (card !== '' && !(await mayReuseCard(tx, personId, card))) return 'noCard'
  const inserted = await tx
    .insert(membershipRequest)
    .values({ reference, personId, programme: programmeCode, state: 'PENDING', draft, at: now })
    .onConflictDoNothing()
  if (!inserted.rowCount) return 'pending'
  const inForce = whereEquals(loyalty, { personId, programme: programmeCode, endedAt: null })
  return (await tx.$count(loyalty, inForce)) === 0 ? 'created' : 'alreadyMember'
}

/** Condition for the requests that a caller may see: their own, and those of their roles. */
export function visibleTo(viewer: Viewer): SQL | undefined {
  // Requests of deleted accounts are visible to no role.
  const ofLiveAccount = sql`not exists (select from person deleted
    where deleted.id = ${membershipRequest.personId} and deleted.deleted_at is not null)`
  if (viewer.roles.includes(ADMINISTRADOR)) return ofLiveAccount
  return and(ofLiveAccount, or(isOf(viewer), reaches(viewer)))
}

const isOf = ({ personId }: Viewer): SQL => eq(membershipRequest.personId, personId)

/** Condition for the requests on which a role of the viewer decides, now, earlier or later. */
function reaches({ roles }: Viewer): SQL {
  const ofSponsor = eq(programme.sponsorRole, UBER)
  // The network sees requests to sponsored programmes once the sponsor has authorised them.
  const ofNetwork = sql`(${programme.sponsorRole} is null or ${membershipRequest.state} in
    ('STATE_UBER_AUTHORIZED', 'STATE_PETROBRAS_AUTHORIZED', 'STATE_PETROBRAS_REJECTED'))`
  const reached = or(
    roles.includes(UBER) ? ofSponsor : undefined,
    roles.includes(PETROBRAS) ? ofNetwork : undefined,
  )
  return reached ?? sql`false`
}

/** A page of the list; `reference`, `state` and `search` are empty for all. */
interface PageFilter {
  reference: string
  state: string
  search: string
  oldestFirst: boolean
  count: number
  after: Cursor | null
}

const { sponsorId, sponsorAt, networkId, networkAt, ...columns } =
  getTableColumns(membershipRequest)
const sponsorPerson = alias(person, 'sponsor_person')
const networkPerson = alias(person, 'network_person')

/** One page of the requests that a caller may see, with the cursor of the next page. */
export async function requestsVisibleTo(
  db: Db,
  viewer: Viewer,
  { reference, state, search, oldestFirst, count, after }: PageFilter,
): Promise<{ requests: MembershipRequest[]; next: Cursor | null }> {
  const isAdministrator = viewer.roles.includes(ADMINISTRADOR)
  const { at, reference: id } = membershipRequest
  const order = keyset({ at, id }, oldestFirst ? 'oldest' : 'newest')
  const rows = await db
    .select({
      ...columns,
      datetime: sqlTimestamp(membershipRequest.at),
      programmeName: programme.name,
      sponsorRole: programme.sponsorRole,
      reached: sql<boolean>`${reaches(viewer)}`,
      holder: fullName(person),
      documentNumber: person.documentNumber,
      email: person.email,
      mobile: person.mobile,
      sponsorDatetime: sql<string>`coalesce(${sqlTimestamp(sponsorAt)}, '')`,
      networkDatetime: sql<string>`coalesce(${sqlTimestamp(networkAt)}, '')`,
      sponsorName: fullName(sponsorPerson),
      networkName: fullName(networkPerson),
    })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .innerJoin(person, eq(person.id, membershipRequest.personId))
    .leftJoin(sponsorPerson, eq(sponsorPerson.id, sponsorId))
    .leftJoin(networkPerson, eq(networkPerson.id, networkId))
    .where(
      and(
        visibleTo(viewer),
        reference === '' ? undefined : eq(membershipRequest.reference, reference),
        state === '' ? undefined : eq(membershipRequest.state, state as RequestState),
        containsWords(search, viewer),
        order.after(after),
      ),
    )
    .orderBy(order.by)
    .limit(count + 1)
  const { page, next } = pageOf(rows, count, ({ at, reference: id }) => ({ at, id }))
  return {
    requests: page.map(({ at: _at, personId, sponsorRole, reached, draft, ...fields }) => {
      const own = personId === viewer.personId
      return {
        ...fields,
        ...draft,
        ...(own || reached ? {} : NO_CONTACT),
        ...(reached || isAdministrator ? {} : NO_OPERATORS),
        // Bank accounts are visible to their owner and to the network, not to sponsors.
        ...(own || isAdministrator || viewer.roles.includes(PETROBRAS) ? {} : NO_BANK_ACCOUNT),
        own,
        sponsored: sponsorRole !== null,
      }
    }),
    next,
  }
}

const NO_CONTACT = { documentNumber: '', email: '', mobile: '' }
const NO_OPERATORS = { sponsorName: '', networkName: '' }

/**
 * Condition for the requests that contain every word of a search in the driver's name or document,
 * the plate or the reference. A document that the viewer may not see does not count: a search could
 * guess it.
 */
function containsWords(search: string, viewer: Viewer): SQL | undefined {
  const words = search.split(/\s+/).map(searchable).filter(Boolean)
  if (words.length === 0) return undefined
  const document = sql`case when ${or(isOf(viewer), reaches(viewer))} then ${person.documentNumber} else '' end`
  const text = sql`translate(lower(concat_ws(' ', ${person.firstName}, ${person.firstSurname},
    ${document}, ${membershipRequest.draft} -> 'vehicle' ->> 'plate',
    replace(${membershipRequest.reference}, '-', ''))), 'áéíóúüñ', 'aeiouun')`
  // One operator for all words: the text is built once for each row.
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return sql`${text} like all(${sql.param(patterns)}::text[])`
}

/** A word without case, accents and separators. */
const searchable = (word: string): string =>
  withoutSeparators(
    word
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, ''),
  )
