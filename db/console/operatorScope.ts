import { eq, type SQL, sql } from 'drizzle-orm'
import { ADMINISTRADOR, PETROBRAS, type RoleCode } from '#contract/roles.ts'
import type { Db } from '#db/core/db.ts'
import type { Scope } from '#db/core/stationScope.ts'
import { loyalty, programme } from '#db/tables/loyalties.ts'
import { operatorStation } from '#db/tables/operators.ts'

/** The scope of an operator, as it is now. */
export async function scopeOf(
  db: Db,
  { personId, roles }: { personId: string; roles: readonly RoleCode[] },
): Promise<Scope> {
  const isAdministrator = roles.includes(ADMINISTRADOR)
  if (isAdministrator || !roles.includes(PETROBRAS)) return { isAdministrator, stations: null }
  const bound = await db
    .select({ code: operatorStation.branchCode })
    .from(operatorStation)
    .where(eq(operatorStation.personId, personId))
    .orderBy(operatorStation.branchCode)
  return { isAdministrator, stations: bound.length > 0 ? bound.map(({ code }) => code) : null }
}

/** Whether a loyalty is one that a sponsor sees: in force, of a programme with a sponsor. */
export const isSponsored: SQL = sql`${loyalty.endedAt} is null and ${loyalty.programme} in (
  select ${programme.code} from ${programme} where ${programme.sponsorRole} is not null)`
