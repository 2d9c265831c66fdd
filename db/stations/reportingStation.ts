import { and, eq, or, sql } from 'drizzle-orm'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import type { CfeIdentity } from '#contract/fields/cfeIdentity.ts'
import { sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'
import { cfeIdentity } from '#db/stations/saleHistory.ts'
import { saleEvent } from '#db/tables/sales.ts'
import { branch } from '#db/tables/stations.ts'

/** The station that reports, and how it names the documents of its items. */
interface ReportingStation {
  name: string
  /** The identity of a document, or, with the RUT of another issuer, one that is the station's alone. */
  identityOfCfe: (cfe: CfeIdentity) => string
}

const findStation = prepared('reporting_station', (db) =>
  db
    .select({ name: branch.name, ruts: branch.ruts })
    .from(branch)
    .where(eq(branch.code, sql.placeholder('branchCode'))),
)
const isAsked = (column: typeof saleEvent.identity | typeof saleEvent.saleIdentity) =>
  sql`${column} = any(${sql.placeholder('identities')}::text[])`
const findReported = prepared('documents_of_station', (db) =>
  db
    .select({ identity: saleEvent.identity, saleIdentity: saleEvent.saleIdentity })
    .from(saleEvent)
    .where(
      and(
        or(isAsked(saleEvent.identity), isAsked(saleEvent.saleIdentity)),
        eq(saleEvent.branchCode, sql.placeholder('branchCode')),
      ),
    ),
)

const ofStation = (branchCode: string, cfe: CfeIdentity) => `${cfeIdentity(cfe)}:${branchCode}`

/** Whether an identity is that of a document that a station reported with the RUT of another issuer. */
export const isOfOtherIssuer = (identity: string): boolean => /^cfe:(?:[^:]+:){4}/.test(identity)

/**
 * Reads the station of a report. A document with a RUT that is none of the station's does not take the
 * identity, so that the report of its issuer is the first (T15); a station of which no RUT is known may report
 * any. What the station reported before keeps its identity when its RUTs change, so that a repeat, a void
 * and a return find their sale.
 */
export async function reportingStation(
  tx: Db,
  branchCode: string,
  items: readonly ReportedItem[],
): Promise<ReportingStation> {
  const cfes = items.flatMap((item) => [
    ...(item.kind !== 'void' && item.cfe ? [item.cfe] : []),
    ...(item.kind !== 'sale' && item.sale.cfe ? [item.sale.cfe] : []),
  ])
  const identities = cfes.flatMap((cfe) => [cfeIdentity(cfe), ofStation(branchCode, cfe)])
  const [[station], found] = await sentTogether([
    findStation(tx).execute({ branchCode }),
    identities.length > 0 ? findReported(tx).execute({ branchCode, identities }) : [],
  ])
  const { name = branchCode, ruts = [] } = station ?? {}
  const reported = new Set(found.flatMap(({ identity, saleIdentity }) => [identity, saleIdentity]))
  return {
    name,
    identityOfCfe(cfe) {
      const [plain, own] = [cfeIdentity(cfe), ofStation(branchCode, cfe)]
      if (reported.has(own)) return own
      return reported.has(plain) || ruts.length === 0 || ruts.includes(cfe.rut) ? plain : own
    },
  }
}

/** Sets the RUTs of a station. @returns those before; undefined for an unknown code */
export async function setRuts(tx: Db, code: string, ruts: string[]): Promise<string[] | undefined> {
  const ofCode = eq(branch.code, code)
  const [before] = await tx
    .select({ ruts: branch.ruts })
    .from(branch)
    .where(ofCode)
    .for('no key update')
  await tx.update(branch).set({ ruts }).where(ofCode)
  return before?.ruts
}
