import { and, desc, sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { audit } from '#db/tables/audit.ts'

/** When the personal data of a person were shown to operators, the newest first. */
export const viewsOf = (db: Db, personId: string): Promise<{ at: Date }[]> =>
  db
    .select({ at: audit.at })
    .from(audit)
    .where(
      and(
        sql`${audit.detail} ->> 'person' = ${personId}`,
        // Written out: the condition of the partial index.
        sql`${audit.action} = 'showPersonalData'`,
      ),
    )
    .orderBy(desc(audit.seq))
