import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { withClient } from '#db/core/withClient.ts'
import { embeddedUrl } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForTest } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { runToEnd } from '#testing/programs/runToEnd.ts'
import { startProcess } from '#tools/startProcess.ts'

/** The arguments of a program and its environment, with a database. */
const on = (databaseUrl: string, ...args: string[]) => ({
  args,
  env: { ...process.env, DATABASE_URL: databaseUrl, SECRET: TEST_SECRET },
})
const MANY = ['--drivers', '200', '--movements', '60000']

describe('npm run seed', () => {
  test('leaves no rows when it is killed half-way, and a second run seeds the database', async () => {
    const { url, client } = await startForTest(freshDatabase('empty'))
    const killed = startProcess('db/seed.ts', on(url, ...MANY))
    const { child } = killed
    await once(child.stdout ?? child, 'data')
    child.kill('SIGKILL')
    await killed.ended
    expect(killed.output()).not.toContain('100 %')
    // PostgreSQL ends the transaction of a killed client when it notices the closed connection.
    const connections = `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(() => client.query(connections)).toMatchObject({ rowCount: 0 })
    expect((await client.query('select from person')).rowCount).toBe(0)
    const options = {
      now: new Date('2026-09-07T15:00:00Z'),
      secret: TEST_SECRET,
      drivers: 2,
      movements: 300,
    }
    expect(await seedDemo(url, options)).toBe(true)
  })

  test('leaves a seeded database unchanged and exits with 1', async () => {
    const { url } = await startForTest(freshDatabase('demo'))
    const result = await runToEnd('db/seed.ts', on(url))
    expect(result).toEqual({ code: 1, output: expect.stringContaining('no la toqué') as string })
  })

  test('reports a full disk of the database that it starts, which closes its connection', async () => {
    const dataDir = tempFolder()
    const { DATABASE_URL: _, ...env } = process.env
    const { child, ended, output } = startProcess('db/seed.ts', {
      args: MANY,
      env: { ...env, DATA_DIR: dataDir },
    })
    await once(child.stdout ?? child, 'data')
    await withClient(embeddedUrl(dataDir), (owner) =>
      owner.query(`do $$ begin
        raise log 'could not write to file: No space left on device';
        perform pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid();
      end $$`),
    )
    expect(await ended).toBe(1)
    expect(output()).toMatch(/^surtidor: no queda lugar en el disco\.$/m)
  })

  test.each([
    ['a value that is no number', ['--drivers', 'many']],
    ['an unknown option', ['--towns', '3']],
  ])('answers %s with one line that names the options', async (_case, args) => {
    const result = await runToEnd('db/seed.ts', on('postgres://nobody@127.0.0.1:1/none', ...args))
    expect(result.code).toBe(1)
    expect(result.output.trim().split('\n')).toHaveLength(1)
    expect(result.output).toMatch(/^surtidor: .*--drivers/)
  })
})

describe('npm run verify', () => {
  test('prints one line per invariant and exits with 0 on the demo data', async () => {
    const { url } = await startForTest(freshDatabase('demo'))
    const { code, output } = await runToEnd('tools/commands/verify.ts', on(url))
    expect(code).toBe(0)
    const lines = output.trim().split('\n')
    expect(lines.filter((line) => !/^\w+ +bien /.test(line))).toEqual([])
    for (const invariant of ['L1', 'L6', 'P1', 'P6', 'P10', 'A4', 'N2', 'AUD'])
      expect(lines.some((line) => line.startsWith(`${invariant} `))).toBe(true)
  })

  test.each([[[]], [['--slices']]])(
    'names a violated invariant and exits with 1: %s',
    async (args) => {
      const { url, client } = await startForTest(freshDatabase('demo'))
      await client.query(`update debt set state = 'PAID' where amount = 5151`)
      const { code, output } = await runToEnd('tools/commands/verify.ts', on(url, ...args))
      expect(code).toBe(1)
      expect(output).toMatch(/^P6 +ROTA/m)
      expect(output).toContain('deuda paga sin un cobro en pie')
    },
  )
})
