import { eq, type SQL, sql } from 'drizzle-orm'
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
const identities = sql`any(${sql.placeholder('identities')}::text[])`
const eventsWhere = (db: Db, where: SQL) =>
  db
    .select({
      identity: saleEvent.identity,
      saleIdentity: saleEvent.saleIdentity,
      branchCode: saleEvent.branchCode,
    })
    .from(saleEvent)
    .where(where)
// One index for each part. With the station as a condition PostgreSQL reads all of its sales.
const findReported = prepared('reported_documents', (db) =>
  eventsWhere(db, sql`${saleEvent.identity} = ${identities}`).unionAll(
    eventsWhere(db, sql`${saleEvent.saleIdentity} = ${identities}`),
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
  const asked = cfes.flatMap((cfe) => [cfeIdentity(cfe), ofStation(branchCode, cfe)])
  const [[station], found] = await sentTogether([
    findStation(tx).execute({ branchCode }),
    asked.length > 0 ? findReported(tx).execute({ identities: asked }) : [],
  ])
  const { name = branchCode, ruts = [] } = station ?? {}
  const own = found.filter((event) => event.branchCode === branchCode)
  const reported = new Set(own.flatMap(({ identity, saleIdentity }) => [identity, saleIdentity]))
  return {
    name,
    identityOfCfe(cfe) {
      const [plain, ofOther] = [cfeIdentity(cfe), ofStation(branchCode, cfe)]
      if (reported.has(ofOther)) return ofOther
      return reported.has(plain) || ruts.length === 0 || ruts.includes(cfe.rut) ? plain : ofOther
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
