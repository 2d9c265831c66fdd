import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'

/** The migrations of this program, oldest first. */
const readMigrations = (): MigrationMeta[] =>
  readMigrationFiles({ migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })

/**
 * Number of migrations of this program that a database does not have.
 * @throws with one line for a database whose first migration is not ours: nothing leads from its
 * tables to those of this version
 */
export async function pendingMigrations(client: Client): Promise<number> {
  const known = readMigrations()
  const { rows: tables } = await client.query(
    `select from pg_class where oid = to_regclass('public.migration')`,
  )
  if (tables.length === 0) return known.length
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at as at from public.migration order by created_at',
  )
  if (rows[0] && rows[0].hash !== known[0]?.hash)
    throw new Error(
      'la base es de una versión anterior a la primera publicada y no se puede actualizar: usá otra DATA_DIR o una base vacía.',
    )
  const last = Number(rows.at(-1)?.at ?? 0)
  return known.filter(({ folderMillis }) => folderMillis > last).length
}
