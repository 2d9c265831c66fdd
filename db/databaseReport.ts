import { Client } from 'pg'
import { pendingMigrations, readMigrations } from '#db/pendingMigrations.ts'

/** What a look at a database tells about its settings; nothing is written. */
export interface DatabaseReport {
  /** Its clock, in milliseconds since 1970. */
  now: number
  /** As PostgreSQL names it, such as `18.4`; the number is 180004. */
  version: string
  versionNumber: number
  /** The settings on which durability depends. */
  settings: Record<'fsync' | 'synchronous_commit' | 'full_page_writes', string>
  connections: { limit: number; used: number }
  /** Migrations that the next start applies; null for a database without tables. */
  pendingMigrations: number | null
}

/** Milliseconds for the connection and for each statement. */
const TIMEOUT_MS = 8_000

/** @param url connection URL of the owner */
export async function readDatabaseReport(url: string): Promise<DatabaseReport> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    options: '-c default_transaction_read_only=on',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<
      Omit<DatabaseReport, 'pendingMigrations'> & { migrated: boolean }
    >(`select
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      json_build_object('fsync', current_setting('fsync'),
        'synchronous_commit', current_setting('synchronous_commit'),
        'full_page_writes', current_setting('full_page_writes')) as settings,
      json_build_object('limit', current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int,
        'used', (select count(*) from pg_stat_activity where backend_type = 'client backend')
      ) as connections,
      to_regclass('public.migration') is not null as migrated`)
    const [report] = rows
    if (!report) throw new Error('the database returned no row')
    const { migrated, ...found } = report
    return { ...found, pendingMigrations: migrated ? await pendingMigrations(client) : null }
  } finally {
    await client.end()
  }
}

/** When the newest migration of this program was written, in milliseconds since 1970. */
export const newestMigration = (): number => readMigrations().at(-1)?.folderMillis ?? 0
