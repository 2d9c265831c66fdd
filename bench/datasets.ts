import { join } from 'node:path'
import { lastDays, toRange, toStamp } from '#contract/dates.ts'
import { requestHeader } from '#contract/header.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { reportProgress } from '#db/demo/progress.ts'
import { migrateDb } from '#db/migrate.ts'
import type { Embedded } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'
import { insertSessions, sessionTokenOf } from '#testing/fixtures/personSessions.ts'

/** The databases stay here from one bench to the next: creating the large one takes minutes. */
export const BENCH_DATA = join(import.meta.dirname, '..', '.data', 'bench')

export const BENCH_SECRET = 'a secret of the bench, long enough to sign with'

/** Rows of a requested page: as many as a screen shows at once. */
export const PAGE_ROWS = 25
/** Long enough for a full page of most drivers. */
const PERIOD_DAYS = 540

export type Dataset = Awaited<ReturnType<typeof datasetOf>>

/** A database with so many drivers and movements; one of an earlier bench is used as it is. */
export async function datasetOf(
  cluster: Embedded,
  { drivers, movements }: { drivers: number; movements: number },
) {
  const name = `demo_${movements}`
  const url = cluster.urlOf(name)
  await withClient(cluster.urlOf('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`)
  })
  await migrateDb(url)
  const progress = reportProgress(process.stderr)
  const made = await seedDemo(url, {
    now: new Date(),
    secret: BENCH_SECRET,
    drivers,
    movements,
    progress,
  })
  // Autovacuum does this to a database that has run for a while.
  if (made) await withClient(withoutTimeout(url), (client) => client.query('vacuum analyze'))
  return { url, name }
}

/** A copy of a database for one run alone: what it sells and pays is not reused. */
export async function freshCopyOf(
  cluster: Embedded,
  template: Dataset,
  name: string,
): Promise<Dataset> {
  await withClient(withoutTimeout(cluster.urlOf('postgres')), async (client) => {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name} template ${template.name}`)
  })
  return { url: cluster.urlOf(name), name }
}

/** Opens a session for every driver with a full page of movements; returns the body of each driver's call. */
export async function callsOf({ url }: Dataset): Promise<string[]> {
  return await withClient(withoutTimeout(url), async (client) => {
    const { dateFrom, dateTo } = toRange(lastDays(new Date(), PERIOD_DAYS))
    const { rows } = await client.query<{ person: string; loyalty: string }>(
      `select l.person_id as person, l.code as loyalty from loyalty l
         where (select count(*) from (select from movement m where m.loyalty_code = l.code
           and m.at >= now() - make_interval(days => $1) limit $2) page) = $2`,
      [PERIOD_DAYS - 1, PAGE_ROWS + 1],
    )
    await insertSessions(
      client,
      rows.map(({ person }) => person),
    )
    return rows.map(({ person, loyalty }) =>
      JSON.stringify({
        requestHeader: headerOf(person),
        loyaltyCode: loyalty,
        dateFrom,
        dateTo,
        count: PAGE_ROWS,
      }),
    )
  })
}

/** The header of a call of a person whose reference lists are up to date. */
export function headerOf(person: string): RequestHeader {
  const now = new Date()
  const token = sessionTokenOf(person)
  const user = 'bench@demo.surtidor.uy'
  return requestHeader({ now, random: 0.5, platform: 'a', token, user, lastUpdate: toStamp(now) })
}
