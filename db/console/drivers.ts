import { and, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { AccountState } from '#contract/console/driverKind.ts'
import { USER } from '#contract/roles.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { isSponsored } from '#db/console/operatorScope.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { folded } from '#db/core/folded.ts'
import { type Listed, listed } from '#db/core/listed.ts'
import { inSpan, keyset, type PageQuery, type Span } from '#db/core/pagination.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { isUuid } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { loyalty, vehicle } from '#db/tables/loyalties.ts'
import { person, personRole, SEARCHED_NAMES } from '#db/tables/people.ts'

interface DriverFilter {
  /** In lower case. */
  email?: string
  state?: AccountState
  /** Code of a programme of which they hold a loyalty. */
  programme?: string
  /** Of the registration. */
  period?: Span
}

/** The state of an account in SQL; those but the first are the condition of a partial index. */
const STATES: Record<AccountState, SQL> = {
  confirmed: sql`${person.confirmedAt} is not null and ${person.lockedAt} is null and ${person.deletedAt} is null`,
  unconfirmed: sql`${person.confirmedAt} is null and ${person.deletedAt} is null`,
  locked: sql`${person.lockedAt} is not null and ${person.deletedAt} is null`,
  erased: sql`${person.deletedAt} is not null`,
}

const OPERATORS = sql`exists (select from ${personRole} where ${personRole.personId} = ${person.id} and ${ne(personRole.roleCode, USER)})`

/** Whether a person is in the scope: of an administrator all are, of a sponsor the members of its programme. */
const inScope = ({ isAdministrator }: Scope): SQL | undefined =>
  isAdministrator
    ? undefined
    : sql`exists (select from ${loyalty} where ${loyalty.personId} = ${person.id} and ${isSponsored})`

/** Whether a person holds a loyalty of a programme. */
const holds = (programme: string) =>
  sql`exists (select from ${loyalty} where ${loyalty.personId} = ${person.id} and ${loyalty.programme} = ${programme} and ${loyalty.endedAt} is null)`

const order = keyset({ at: person.createdAt, id: person.id })
/** The people of the scope that are no operators and match every part of a filter, the newest first. */
export function driversLike(
  db: Db,
  scope: Scope,
  { state, period, programme, ...values }: DriverFilter,
  page: PageQuery,
): Listed<PersonRow> {
  const { by, after } = order.of(page)
  return listed(
    db
      .select()
      .from(person)
      .where(
        and(
          sql`not ${OPERATORS}`,
          inScope(scope),
          whereEquals(person, values),
          state && STATES[state],
          inSpan(person.createdAt, period),
          programme === undefined ? undefined : holds(programme),
          after(page.after),
        ),
      )
      .orderBy(by)
      .limit(page.count),
  )
}

/** What a person can be found by, each as it is stored. */
interface DriverTerm {
  email?: string
  documentNumber?: string
  mobile?: string
  plate?: string
  loyaltyCode?: string
  cardNumber?: string
  /** Words of the name in the order of a circle, of which the last may be a beginning: `pérez an` is Ana Pérez. */
  name?: string
}

/** What follows every text that begins with another one. */
const LAST_CHARACTER = sql.raw('1114111')
/** Of a name; the others are not compared. */
const MOST_WORDS = 4
/** The orders in which a name may be stored: the words from each one on, and then those before it. */
function ordersOf(name: string): string[] {
  const words = name.split(/\s+/).slice(0, MOST_WORDS)
  return words.map((_, place) => [...words.slice(place), ...words.slice(0, place)].join(' '))
}

/** Ids of the people that one of the parts of a term names, at most `count` for each part. */
export async function idsNamed(db: Db, term: DriverTerm, count: number): Promise<string[]> {
  const { email, documentNumber, mobile, plate, loyaltyCode, cardNumber, name } = term
  const owners = (condition: SQL | undefined) =>
    db.select({ id: loyalty.personId }).from(loyalty).where(condition).limit(count)
  const ids = (condition: SQL) => db.select({ id: person.id }).from(person).where(condition)
  // One statement for each: a condition with `or` would read the whole table.
  const found = await sentTogether([
    email === undefined ? [] : ids(eq(person.email, email)),
    documentNumber === undefined ? [] : ids(eq(person.documentNumber, documentNumber)),
    mobile === undefined ? [] : ids(eq(person.mobile, mobile)).limit(count),
    loyaltyCode === undefined ? [] : owners(eq(loyalty.code, loyaltyCode)),
    cardNumber === undefined
      ? []
      : owners(
          and(eq(loyalty.clientCardNumber, cardNumber), sql`${loyalty.clientCardNumber} <> ''`),
        ),
    plate === undefined
      ? []
      : db
          .select({ id: loyalty.personId })
          .from(vehicle)
          .innerJoin(loyalty, eq(loyalty.code, vehicle.loyaltyCode))
          .where(eq(vehicle.plate, plate))
          .limit(count),
    ...(name === undefined ? [] : ordersOf(name)).flatMap((one) =>
      SEARCHED_NAMES.map((searched) =>
        ids(
          sql`${searched} ~>=~ ${folded(one)} and ${searched} ~<~ (${folded(one)} || chr(${LAST_CHARACTER}))`,
        )
          .orderBy(sql`${searched} using ~<~`)
          .limit(count),
      ),
    ),
  ])
  return [...new Set(found.flat().map(({ id }) => id))]
}

/** The people of the scope that one of the parts of a term names, the newest first, at most `count`. */
export const driversNamed = async (
  db: Db,
  scope: Scope,
  term: DriverTerm,
  count: number,
): Promise<PersonRow[]> =>
  await db
    .select()
    .from(person)
    .where(and(inScope(scope), inArray(person.id, await idsNamed(db, term, count))))
    .orderBy(order.by)
    .limit(count)

/** A person of the scope; undefined for an id that is not one of them. */
export async function driverById(db: Db, scope: Scope, id: string): Promise<PersonRow | undefined> {
  if (!isUuid(id)) return undefined
  return (
    await db
      .select()
      .from(person)
      .where(and(eq(person.id, id), inScope(scope)))
  )[0]
}

/**
 * Locks or unlocks the account of a person whose row is locked by the transaction.
 * @param lockedAt null unlocks it
 */
export async function setLocked(tx: Db, personId: string, lockedAt: Date | null): Promise<void> {
  await tx
    .update(person)
    .set({ lockedAt })
    .where(and(whereEquals(person, { id: personId }), isNull(person.deletedAt)))
}
