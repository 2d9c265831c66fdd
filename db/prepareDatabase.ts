import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client } from 'pg'
import { assertSeparateRole, hasSeparateRole } from '#db/appRole.ts'
import { sqlState } from '#db/connection.ts'
import { assertNoDemoData } from '#db/demo/demoDataCheck.ts'
import { migrateDb } from '#db/migrate.ts'

/** A PostgreSQL that this product does not start itself. */
interface GivenDatabase {
  /** The server's own login. */
  databaseUrl: string
  /** The login that owns the tables; undefined: another program migrates. */
  ownerUrl?: string | undefined
  /** In production the server's login must not be the owner. */
  production: boolean
}

/**
 * Migrates the database as its owner, or checks that its owner has. In development the one login of
 * DATABASE_URL may be the owner, and migrates.
 * @throws StartRefused in production for demo data; with one line: in production for a login that is
 * or may become the owner, without an owner when migrations are missing
 */
export async function prepareDatabase(given: GivenDatabase): Promise<void> {
  const { databaseUrl, ownerUrl, production } = given
  if (production) await assertNoDemoData(ownerUrl ?? databaseUrl)
  if (ownerUrl) await migrateDb(ownerUrl)
  if (production) await assertSeparateRole(databaseUrl)
  if (ownerUrl) return
  if (!production && !(await hasSeparateRole(databaseUrl))) return await migrateDb(databaseUrl)
  const pending = await pendingMigrations(databaseUrl)
  if (pending > 0)
    throw new Error(`a la base le faltan ${pending} migraciones: indicá DATABASE_OWNER_URL.`)
}

/** Number of migrations of this version that a database does not have. */
async function pendingMigrations(url: string): Promise<number> {
  const known = readMigrationFiles({
    migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
  })
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ last: string | null }>(
      'select max(created_at) as last from public.migration',
    )
    const last = Number(rows[0]?.last ?? 0)
    return known.filter(({ folderMillis }) => folderMillis > last).length
  } catch (error) {
    // The table does not exist: nothing was migrated.
    if (sqlState(error) === '42P01') return known.length
    throw error
  } finally {
    await client.end()
  }
}
