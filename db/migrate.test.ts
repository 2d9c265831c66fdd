import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const database = startForEachTest(() => freshDatabase('demo'))

/** The migrations of the program and one that follows them. */
const withOneMore = tempFolder(afterAll)
beforeAll(async () => {
  await cp(join(import.meta.dirname, 'migrations'), withOneMore, { recursive: true })
  const file = join(withOneMore, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: object[] }
  journal.entries.push({
    idx: journal.entries.length,
    version: '7',
    when: Date.now(),
    tag: 'next',
    breakpoints: true,
  })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(withOneMore, 'next.sql'), 'alter table person add column note text')
})

/** Number of rows of every table. */
async function rowCounts(): Promise<Record<string, string>> {
  const { rows } = await database.client.query<{ name: string; rows: string }>(
    `select table_name as name, (xpath('/row/n/text()', query_to_xml(
      format('select count(*) as n from %I', table_name), false, true, '')))[1]::text as rows
    from information_schema.tables where table_schema = 'public' and table_name <> 'migration'`,
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

describe('migrateDb', () => {
  test('adds what is new, keeps every row, and changes nothing when it is repeated', async () => {
    const { url, client } = database
    const before = await rowCounts()
    expect(Object.values(before).filter((rows) => rows !== '0').length).toBeGreaterThan(15)
    await Promise.all([migrateDb(url, withOneMore), migrateDb(url, withOneMore)])
    await migrateDb(url, withOneMore)
    expect(await rowCounts()).toEqual(before)
    expect((await client.query('select note from person')).rowCount).toBeGreaterThan(5)
  })

  test('lets calls pass while a long transaction keeps it from a table', async () => {
    const reader = await createLockHolder({ databaseUrl: database.url })
    await reader.lock('select from person')
    const migrated = migrateDb(database.url, withOneMore, { say: () => {} })
    await reader.waitForBlocked(1)
    // This statement waits behind the migration, which waits for the reader.
    await database.client.query(`set statement_timeout = '20s'`)
    const { rowCount } = await database.client.query('select from person')
    expect(rowCount).toBeGreaterThan(5)
    await reader.release('commit')
    await migrated
  })

  test.each([
    ['a table', 'select from person'],
    ['the lock of another migration', 'select pg_advisory_xact_lock(7201858)'],
  ])('ends with a sentence that names who holds %s', async (_what, statement) => {
    const said: string[] = []
    const reader = await createLockHolder({ databaseUrl: database.url })
    await reader.lock(`set application_name = 'pg_dump'`)
    await reader.lock(statement)
    await expect(
      migrateDb(database.url, withOneMore, { tries: 1, say: (line) => void said.push(line) }),
    ).rejects.toThrow(
      /^la migración espera un bloqueo .* \(de «surtidor», programa «pg_dump»; la termina select pg_terminate_backend\(\d+\)\): esperá a que termine, o terminala, y probá de nuevo\.$/,
    )
    expect(said).toEqual([expect.stringMatching(/«pg_dump».*; sigue probando/)])
    await reader.release('rollback')
  })

  test('refuses a database of before the first release in one sentence, and changes nothing', async () => {
    const { url, client } = database
    await client.query(`update migration set hash = 'of another first migration'`)
    const SENTENCE =
      /^la base es de una versión anterior a la primera publicada y no se puede actualizar: usá otra DATA_DIR o una base vacía\.$/
    await expect(migrateDb(url, withOneMore)).rejects.toThrow(SENTENCE)
    await expect(
      prepareDatabase({ databaseUrl: asAppRole(url), production: false }),
    ).rejects.toThrow(SENTENCE)
    await expect(client.query('select note from person')).rejects.toThrow('does not exist')
  })
})
