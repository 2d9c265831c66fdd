import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { type Viewer, visibleTo } from '#db/loyalty/membershipRequests.ts'
import { membershipRequest, programme } from '#db/tables/loyalties.ts'
import { person } from '#db/tables/people.ts'

/** What a membership request can be found by. */
interface RequestTerm {
  reference?: string
  /** Of the drivers who asked. */
  personIds: string[]
  /** Of the vehicle that it is for, as it is stored. */
  plate?: string
}

const select = (db: Db) =>
  db
    .select({
      reference: membershipRequest.reference,
      at: membershipRequest.at,
      state: membershipRequest.state,
      programmeName: programme.name,
      firstName: person.firstName,
      firstSurname: person.firstSurname,
    })
    .from(membershipRequest)
    .innerJoin(programme, eq(programme.code, membershipRequest.programme))
    .innerJoin(person, eq(person.id, membershipRequest.personId))

/** The membership requests that a caller may see and that one of the parts of a term names, at most `count`. */
export async function requestsNamed(
  db: Db,
  viewer: Viewer,
  { reference, personIds, plate }: RequestTerm,
  count: number,
) {
  const newest = (condition: SQL | undefined) =>
    select(db)
      .where(and(visibleTo(viewer), condition))
      .orderBy(desc(membershipRequest.at))
      .limit(count)
  // One statement for each: a condition with `or` would read the whole table.
  const found = await sentTogether([
    reference === undefined ? [] : newest(eq(membershipRequest.reference, reference)),
    personIds.length === 0 ? [] : newest(inArray(membershipRequest.personId, personIds)),
    plate === undefined
      ? []
      : newest(sql`${membershipRequest.draft} -> 'vehicle' ->> 'plate' = ${plate}`),
  ])
  const byReference = new Map(found.flat().map((request) => [request.reference, request]))
  return [...byReference.values()].slice(0, count)
}
