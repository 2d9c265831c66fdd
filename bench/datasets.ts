import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { lastDays, toRange, toStamp } from '#contract/dates.ts'
import { requestHeader } from '#contract/header.ts'
import { reportProgress } from '#db/demo/progress.ts'
import { migrateDb } from '#db/migrate.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'

/** The databases stay here from one bench to the next: creating the large one takes minutes. */
export const BENCH_DATA = join(import.meta.dirname, '..', '.data', 'bench')

/** The SECRET of the bench's servers. */
const BENCH_SECRET = 'a secret of the bench, long enough to sign with'

/** Rows of a requested page: as many as a screen shows at once. */
export const PAGE_ROWS = 25
/** Long enough for a full page of most drivers. */
const PERIOD_DAYS = 540

/** A database of demo data. */
export interface Dataset {
  url: string
  movements: number
}

/** Starts the PostgreSQL of the benches; it also stops when this process ends without stopping it. */
export async function startCluster(): Promise<Embedded> {
  const cluster = await startEmbedded(BENCH_DATA)
  const atExit = () => process.kill(cluster.pid, 'SIGINT')
  process.once('exit', atExit)
  return {
    ...cluster,
    stop: async () => {
      process.off('exit', atExit)
      await cluster.stop()
    },
  }
}

/** A database with so many drivers and movements; one of an earlier bench is used as it is. */
export async function datasetOf(
  cluster: Embedded,
  { drivers, movements }: { drivers: number; movements: number },
): Promise<Dataset> {
  const database = `demo_${movements}`
  const url = cluster.urlOf(database)
  await withClient(cluster.urlOf('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      database,
    ])
    if (!rowCount) await client.query(`create database ${database}`)
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
  if (made) await withClient(url, (client) => client.query('vacuum analyze'))
  return { url, movements }
}

/** Opens a session for every driver with a full page of movements; returns the body of each driver's call. */
export async function callsOf({ url }: Dataset): Promise<string[]> {
  return await withClient(url, async (client) => {
    const now = new Date()
    const { dateFrom, dateTo } = toRange(lastDays(now, PERIOD_DAYS))
    const { rows } = await client.query<{ person: string; loyalty: string }>(
      `select l.person_id as person, l.code as loyalty from loyalty l
         where (select count(*) from (select from movement m where m.loyalty_code = l.code
           and m.at >= now() - make_interval(days => $1) limit $2) page) = $2`,
      [PERIOD_DAYS - 1, PAGE_ROWS + 1],
    )
    const tokens = rows.map(({ loyalty }) => `bench-${loyalty}`)
    await client.query(
      `insert into session (token_hash, person_id, created_at, seen_at, expires_at)
         select hash, person, $3, $3, $3::timestamptz + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as s (hash, person)
         on conflict (token_hash) do update set seen_at = excluded.seen_at, expires_at = excluded.expires_at`,
      [
        tokens.map((token) => createHash('sha256').update(token).digest()),
        rows.map(({ person }) => person),
        now,
      ],
    )
    return rows.map(({ loyalty }, index) =>
      JSON.stringify({
        requestHeader: requestHeader({
          now,
          random: 0.5,
          platform: 'a',
          token: tokens[index] ?? '',
          user: 'bench@demo.surtidor.uy',
          // The reference lists of this caller are up to date.
          lastUpdate: toStamp(now),
        }),
        loyaltyCode: loyalty,
        dateFrom,
        dateTo,
        count: PAGE_ROWS,
      }),
    )
  })
}

/** Runs `work` with a connection and closes it. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
