import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { inject } from 'vitest'
import { freshDatabase } from '#testing/database/freshDatabase.ts'

/** Names of tables at older migrations, and the present ones. */
export const RENAMED_TABLES: Record<string, string> = {
  answered: 'idempotent_request',
  login_guess: 'login_throttle',
}

/** A database as an older version of the program left it. */
export interface PreviousDatabase {
  url: string
  /** Connected as the owner. */
  client: Client
  close(): Promise<void>
}

/** @param last number of the last migration that is applied; the demo data are filled in */
export async function previousDatabase(last: number): Promise<PreviousDatabase> {
  const name = `previous_${randomUUID().replaceAll('-', '')}`
  const url = inject('cluster').replace('/postgres?', `/${name}?`)
  const cluster = new Client({ connectionString: inject('cluster') })
  await cluster.connect()
  await cluster.query(`create database ${name}`)
  const client = new Client({ connectionString: url })
  await client.connect()
  await migrateUpTo(client, last)
  await copyDemoData(client)
  return {
    url,
    client,
    close: async () => {
      await client.end()
      await cluster.query(`drop database ${name} with (force)`)
      await cluster.end()
    },
  }
}

async function migrateUpTo(client: Client, last: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-migrations-'))
  await cp(join(import.meta.dirname, '../../db/migrations'), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number }[] }
  journal.entries = journal.entries.filter(({ idx }) => idx <= last)
  await writeFile(file, JSON.stringify(journal))
  const options = { migrationsSchema: 'public', migrationsTable: 'migration' }
  await migrate(drizzle({ client }), { ...options, migrationsFolder: folder })
  await rm(folder, { recursive: true })
}

/**
 * Fills the older schema with the demo data, which `seedDemo` writes for the present schema only: the
 * columns that both have.
 */
async function copyDemoData(client: Client): Promise<void> {
  const demo = await freshDatabase('demo')
  // Without triggers and foreign keys the order of the tables does not matter.
  await client.query('set session_replication_role = replica')
  for (const table of await tablesOf(client)) {
    const { rows } = await demo.client.query<{ json: string }>(
      `select coalesce(json_agg(t), '[]')::text as json from "${RENAMED_TABLES[table] ?? table}" t`,
    )
    await client.query(`delete from "${table}"`)
    await client.query(
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1::json)`,
      [rows[0]?.json],
    )
  }
  await client.query('set session_replication_role = origin')
  await demo.close()
}

/** The tables of the schema `public`, without the list of migrations. */
export async function tablesOf(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ table_name: string }>(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`,
  )
  return rows.map(({ table_name }) => table_name)
}
