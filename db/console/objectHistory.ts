import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { audit } from '#db/tables/audit.ts'
import { operatorNote } from '#db/tables/console.ts'
import { person } from '#db/tables/people.ts'

/** Entries of a history that a page shows. */
const MAX_ENTRIES = 100

/** The name of who acted: whole of an operator, of a driver as a list masks it; empty for the system. */
export const actorName = sql<string>`coalesce(${person.firstName} || ' ' ||
  case when exists (select from person_role r where r.person_id = ${person.id} and r.role_code <> '2')
    then ${person.firstSurname} else left(${person.firstSurname}, 1) || '.' end, '')`

/** The newest audit entries about these subjects, with the name of who acted; empty for the system. */
export const auditOf = (db: Db, subjects: readonly string[]) =>
  db
    .select({
      at: audit.at,
      action: audit.action,
      detail: sql<Record<string, string | number | boolean>>`${audit.detail}`,
      by: actorName,
    })
    .from(audit)
    .leftJoin(person, eq(person.id, audit.actorId))
    .where(inArray(audit.subject, [...subjects]))
    .orderBy(desc(audit.seq))
    .limit(MAX_ENTRIES)

/** The newest remarks about an object. */
export const notesOf = (db: Db, kind: string, objectId: string) =>
  db
    .select({ at: operatorNote.at, text: operatorNote.text, by: actorName })
    .from(operatorNote)
    .leftJoin(person, eq(person.id, operatorNote.actorId))
    .where(whereEquals(operatorNote, { kind, objectId }))
    .orderBy(desc(operatorNote.at))
    .limit(MAX_ENTRIES)
