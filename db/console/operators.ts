import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { ADMINISTRADOR, PETROBRAS, type RoleCode } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import { fullName } from '#db/core/fullName.ts'
import { listed } from '#db/core/listed.ts'
import { keyset, type PageQuery } from '#db/core/pagination.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { person, personRole } from '#db/tables/people.ts'

interface OperatorFilter {
  /** In lower case; of any person, also a driver. */
  email?: string
  role?: RoleCode
  id?: string
}

/** The roles that are not a driver's, in the words of the index of the few that have one. */
const hasRole = (condition: SQL) =>
  sql`${person.id} in (select ${personRole.personId} from ${personRole} where ${personRole.roleCode} <> '2' and ${condition})`

const order = keyset({ at: person.createdAt, id: person.id })
/** The people that work at the network, or the one of an email or id, the newest first. */
export const operatorsLike = (db: Db, { role, ...values }: OperatorFilter, page: PageQuery) =>
  listed(
    db
      .select({
        id: person.id,
        email: person.email,
        firstName: person.firstName,
        firstSurname: person.firstSurname,
        createdAt: person.createdAt,
        confirmedAt: person.confirmedAt,
        lockedAt: person.lockedAt,
        roles: sql<
          RoleCode[]
        >`array(select r.role_code from person_role r where r.person_id = ${person.id} order by 1)`,
        stations: sql<
          string[]
        >`array(select o.branch_code from operator_station o where o.person_id = ${person.id} order by 1)`,
        // `person.id` is written out: Drizzle would name the column without its table, which has another one's.
        /** Of a session that is stored; after it, of the newest login in the audit. */
        usedAt: sql`coalesce((select max(s.seen_at) from session s where s.person_id = person.id),
        (select a.at from audit a where a.actor_id = person.id and a.action = 'login' order by a.seq desc limit 1))`.mapWith(
          (at: string | null) => (at ? new Date(at) : null),
        ),
        proposed: sql<RoleCode | null>`(select q.content ->> 'role' from proposal q
        where q.kind = 'role' and q.subject = person.id::text and q.state = 'waiting')`,
      })
      .from(person)
      .where(
        and(
          isNull(person.deletedAt),
          whereEquals(person, values) ?? hasRole(sql`true`),
          role && hasRole(eq(personRole.roleCode, role)),
          order.of(page).after(page.after),
        ),
      )
      .orderBy(order.of(page).by)
      .limit(page.count),
  )
export type Operator = Awaited<ReturnType<ReturnType<typeof operatorsLike>['read']>>[number]

/** In place of a station's code: who is bound to stations does not see it. No station has it. */
export const ANY_STATION = '*'

/**
 * The people who see what is about a station, by name.
 * @param branchCode empty for what administrators alone see; `ANY_STATION` for what may be of any
 */
export const operatorsSeeing = (db: Db, branchCode: string) => {
  const bound = sql`from operator_station o where o.person_id = ${personRole.personId}`
  const seesStation = sql`${personRole.roleCode} = ${PETROBRAS} and ${branchCode} <> ''
    and (not exists (select ${bound}) or exists (select ${bound} and o.branch_code = ${branchCode}))`
  return db
    .select({ value: person.id, label: fullName(person) })
    .from(person)
    .where(
      and(
        isNull(person.deletedAt),
        isNull(person.lockedAt),
        hasRole(sql`(${personRole.roleCode} = ${ADMINISTRADOR} or ${seesStation})`),
      ),
    )
    .orderBy(person.firstName, person.firstSurname, person.id)
}
