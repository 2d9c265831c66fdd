import { assertSeparateRole, hasSeparateRole } from '#db/appRole.ts'
import { withClient } from '#db/core/withClient.ts'
import { assertNoDemoData } from '#db/demo/demoDataCheck.ts'
import { assertDurableCommits } from '#db/durability.ts'
import { migrateDb, pendingMigrations } from '#db/migrate.ts'

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
 * @throws StartRefused in production for demo data and for commits that do not wait for the disk; with one line: in production for a login that is
 * or may become the owner, without an owner when migrations are missing, for a database of before the
 * first release
 */
export async function prepareDatabase(given: GivenDatabase): Promise<void> {
  const { databaseUrl, ownerUrl, production } = given
  if (production) await assertNoDemoData(ownerUrl ?? databaseUrl)
  if (ownerUrl) await migrateDb(ownerUrl)
  if (production) {
    await assertSeparateRole(databaseUrl)
    await assertDurableCommits(databaseUrl)
  }
  if (ownerUrl) return
  if (!production && !(await hasSeparateRole(databaseUrl))) return await migrateDb(databaseUrl)
  const pending = await withClient(databaseUrl, pendingMigrations)
  if (pending > 0)
    throw new Error(`a la base le faltan migraciones (${pending}): indicá DATABASE_OWNER_URL.`)
}
