import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'
import { CONSOLE_KINDS } from '#server/console/kinds/kindRegistry.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`, from which others are created. */
    cluster: string
    /** The browser of the project. */
    browser: 'chromium' | 'firefox'
  }
}

/** The calls and the actions of the console that change something and that no test of the project repeated. */
async function missingIn(file: string): Promise<string[]> {
  const repeated = new Set((await readFile(file, 'utf8')).split('\n'))
  const wanted = [
    ...Object.values<CallContract>(calls)
      .filter(({ changes, name }) => changes && name !== 'actOnObject')
      .map(({ group, name }) => `call ${group} ${name}`),
    ...Object.entries(CONSOLE_KINDS).flatMap(([kind, { actions = {}, listActions = {} }]) =>
      Object.keys({ ...actions, ...listActions })
        // The note of all kinds is one action.
        .filter((action) => action !== 'note')
        .map((action) => `action ${kind} ${action}`),
    ),
  ]
  return wanted.filter((what) => !repeated.has(what))
}

/**
 * One PostgreSQL without fsync for the run of a project, with the templates of `freshDatabase`: an
 * empty one, and one with demo data, small for unit tests and that of `npm start` for a browser.
 */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-test-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const cluster = await startEmbedded(folder, [
    'fsync=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    // Its workers would visit each of some thousand databases.
    'autovacuum=off',
    'max_connections=400',
  ])
  const postgres = cluster.urlOf('postgres')
  project.provide('cluster', postgres)
  const createDatabase = async (name: string, template: string) => {
    const statement = `create database ${name} template ${template}`
    await withClient(postgres, (client) => client.query(statement))
    return cluster.urlOf(name)
  }
  await migrateDb(await createDatabase('empty', 'template1'))
  const settings = { secret: TEST_SECRET, seed: 1 }
  const repeated = join(folder, 'repeated.txt')
  project.provide('repeated', repeated)
  if (['unit', 'twice', 'failed'].includes(project.name)) {
    const small = { now: FIXED_DATE, drivers: 8, movements: 600 }
    await seedDemo(await createDatabase('demo', 'empty'), { ...settings, ...small })
  } else await seedDemo(await createDatabase('stack', 'empty'), { ...settings, now: new Date() })
  return async () => {
    const missing = project.config.provide.repeats ? await missingIn(repeated) : []
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
    if (missing.length > 0) throw new Error(`no test repeated: ${missing.join(', ')}`)
  }
}
