import { withClient } from '#db/core/withClient.ts'
import { pendingMigrations } from '#db/migrate.ts'

/** The state of a database. */
export interface DatabaseReport {
  /** Its clock, in milliseconds since 1970. */
  now: number
  /** Migrations that the next start applies; null for a database without tables. */
  pendingMigrations: number | null
}

/** Milliseconds for the connection and for each statement. */
const TIMEOUT_MS = 8_000

/** @param url connection URL of the owner */
export async function readDatabaseReport(url: string): Promise<DatabaseReport> {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    options: '-c default_transaction_read_only=on',
  }
  return await withClient(config, async (client) => {
    const { rows } = await client.query<DatabaseReport & { migrated: boolean }>(`select
      extract(epoch from clock_timestamp())::float8 * 1000 as now,
      to_regclass('public.migration') is not null as migrated`)
    const [report] = rows
    if (!report) throw new Error('the database returned no row')
    const { migrated, now } = report
    return { now, pendingMigrations: migrated ? await pendingMigrations(client) : null }
  })
}
