import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'
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
  if (project.name === 'unit') {
    const small = { now: FIXED_DATE, drivers: 8, movements: 600 }
    await seedDemo(await createDatabase('demo', 'empty'), { ...settings, ...small })
  } else await seedDemo(await createDatabase('stack', 'empty'), { ...settings, now: new Date() })
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
