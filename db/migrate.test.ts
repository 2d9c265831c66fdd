import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateDb } from '#db/migrate.ts'
import { freshDatabase } from '#testing/freshDatabase.ts'

/** The last migration of version 1.7.0 as first published, whose databases must keep their data. */
const PUBLISHED = 10
const RENAMED: Record<string, string> = {
  answered: 'idempotent_request',
  login_guess: 'login_throttle',
}
const name = `migrate_${randomUUID().replaceAll('-', '')}`
const url = inject('cluster').replace('/postgres?', `/${name}?`)
let cluster: Client
let client: Client

beforeAll(async () => {
  cluster = new Client({ connectionString: inject('cluster') })
  await cluster.connect()
  await cluster.query(`create database ${name}`)
  client = new Client({ connectionString: url })
  await client.connect()
  await migrateToPublished()
  await copyDemoData()
  await client.query(`insert into login_guess values ('\\x01', 7, now())`)
  await client.query(`insert into answered values ('\\x02', '000001', '\\x03', '{"a": 1}', now())`)
  await client.query(`insert into mail (id, event, recipient, subject, text, html, at, due_at)
    values (gen_random_uuid(), 'e', 'ana@demo.surtidor.uy', 's', 't', 'h', now(), now())`)
})
afterAll(async () => {
  await client.end()
  await cluster.query(`drop database ${name} with (force)`)
  await cluster.end()
})

/** Applies the published migrations only. */
async function migrateToPublished(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-migrations-'))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number }[] }
  journal.entries = journal.entries.filter(({ idx }) => idx <= PUBLISHED)
  await writeFile(file, JSON.stringify(journal))
  const options = { migrationsSchema: 'public', migrationsTable: 'migration' }
  await migrate(drizzle({ client }), { ...options, migrationsFolder: folder })
  await rm(folder, { recursive: true })
}

/**
 * Fills the published schema with the demo data, which `seedDemo` writes for the present schema only:
 * the columns that both have.
 */
async function copyDemoData(): Promise<void> {
  const demo = await freshDatabase('demo')
  // Without triggers and foreign keys the order of the tables does not matter.
  await client.query('set session_replication_role = replica')
  for (const table of await tablesOf(client)) {
    const { rows } = await demo.client.query<{ json: string }>(
      `select coalesce(json_agg(t), '[]')::text as json from "${RENAMED[table] ?? table}" t`,
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

async function tablesOf(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ table_name: string }>(
    `select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`,
  )
  return rows.map(({ table_name }) => table_name)
}

/** Number of rows of every table, by its present name. */
async function rowCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from "${table}"`)
    counts[RENAMED[table] ?? table] = rows[0]?.n ?? 0
  }
  return counts
}

describe('migrateDb', () => {
  test('upgrades a published database and keeps every row; a second run changes nothing', async () => {
    const before = await rowCounts()
    expect(Object.values(before).filter((rows) => rows > 0).length).toBeGreaterThan(15)
    await migrateDb(url)
    expect(await rowCounts()).toMatchObject(before)
    const { rows } = await client.query(
      `select failures, audit_number, answer from login_throttle, idempotent_request`,
    )
    expect(rows).toEqual([{ failures: 7, audit_number: '000001', answer: { a: 1 } }])

    await migrateDb(url)
    expect(await rowCounts()).toMatchObject(before)

    // The previous version of the server may still be running and writes under the old names.
    await client.query('set role surtidor_app')
    await client.query(`insert into answered (session_hash, audit_number, body_hash, at)
      values ('\\x02', '000001', '\\x03', now()) on conflict do nothing`)
    await client.query(`insert into login_guess values ('\\x01', 1, now())
      on conflict (account_hash) do update set failures = login_guess.failures + 1`)
    await client.query('reset role')
    expect(await rowCounts()).toMatchObject(before)
    const throttle = await client.query('select failures from login_throttle')
    expect(throttle.rows).toEqual([{ failures: 8 }])
  })
})
