import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { sqlState } from '#db/connection.ts'
import { migrateDb } from '#db/migrate.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { type PreviousDatabase, previousDatabase } from '#testing/operations/previousDatabase.ts'
import {
  previousStatements,
  type RecordedStatement,
} from '#testing/operations/recordedStatements.ts'

/**
 * An upgrade as the previous version of the server sees it: its statements, recorded from its own
 * tests, on a database that is being migrated.
 */

/** The last migration of the previous version, whose statements `db/previousVersion.jsonl` holds. */
const PREVIOUS = 14
/** A migration before others that alter the table `person`. */
const BEFORE_PERSON_CHANGES = 11

/** A connection with the rights of the server; a statement that waits for so long fails. */
async function asServer(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`set role surtidor_app; set statement_timeout = '20s'`)
  return client
}

/** How a statement ends: `done`, or the SQLSTATE of its error. Its effect is rolled back. */
async function outcomeOf(client: Client, { text, parameters }: RecordedStatement): Promise<string> {
  await client.query('begin')
  try {
    await client.query(text, parameters)
    return 'done'
  } catch (error) {
    return sqlState(error) ?? 'unknown'
  } finally {
    await client.query('rollback')
  }
}

async function outcomesOf(client: Client, statements: RecordedStatement[]): Promise<string[]> {
  const outcomes: string[] = []
  for (const statement of statements) outcomes.push(await outcomeOf(client, statement))
  return outcomes
}

/** The statements whose outcome is another than before. */
const changed = (statements: RecordedStatement[], before: string[], after: string[]) =>
  statements
    .map(({ text }, place) => ({ text, before: before[place], after: after[place] }))
    .filter((one) => one.before !== one.after)

async function withPrevious(
  last: number,
  work: (database: PreviousDatabase) => Promise<void>,
): Promise<void> {
  const database = await previousDatabase(last)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

describe('an upgrade', () => {
  test('changes the outcome of no statement of the previous version, during the migrations and after', () =>
    withPrevious(PREVIOUS, async ({ url }) => {
      const statements = await previousStatements()
      const clients = await Promise.all([asServer(url), asServer(url)])
      const [client] = clients
      const before = await outcomesOf(client, statements)
      expect(before.filter((outcome) => outcome === 'done').length).toBeGreaterThan(250)

      let migrating = true
      const rounds = clients.map(async (one) => {
        const found: ReturnType<typeof changed> = []
        while (migrating)
          found.push(...changed(statements, before, await outcomesOf(one, statements)))
        return found
      })
      await migrateDb(url).finally(() => {
        migrating = false
      })
      expect((await Promise.all(rounds)).flat()).toEqual([])
      expect(changed(statements, before, await outcomesOf(client, statements))).toEqual([])
      await Promise.all(clients.map((one) => one.end()))
    }))

  test('lets calls pass while a long transaction keeps it from a table', () =>
    withPrevious(BEFORE_PERSON_CHANGES, async ({ url }) => {
      const reader = await createLockHolder({ databaseUrl: url })
      await reader.lock('select from person')
      const migrated = migrateDb(url)
      await reader.waitForBlocked(1)
      // This statement waits behind the migration, which waits for the reader.
      const server = await asServer(url)
      const { rows } = await server.query<{ n: number }>('select count(*)::int as n from person')
      expect(rows[0]?.n).toBeGreaterThan(5)
      await server.end()
      await reader.release('commit')
      await migrated
    }))
})
