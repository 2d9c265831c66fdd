import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embeddedPostgres.ts'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster's own database, to make others from. */
    cluster: string
  }
}

/** Templates: copied, never written to. */
export const EMPTY = 'empty'
export const DEMO = 'town'

/** One PostgreSQL for a whole run, with an empty house and a small town to copy. It may forget: no fsync. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-test-'))
  // Where user namespaces are closed PostgreSQL runs as nobody, who must get through.
  await chmod(folder, 0o711)
  const cluster = await startEmbedded(folder, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=400',
  ])
  const { Client } = await import('pg')
  const client = new Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${EMPTY}`)
  await migrateDb(cluster.urlOf(EMPTY))
  await client.query(`create database ${DEMO} template ${EMPTY}`)
  await seedDemo(cluster.urlOf(DEMO), { now: FIXED_DATE, seed: 1, drivers: 8, movements: 600 })
  await client.end()
  project.provide('cluster', cluster.urlOf('postgres'))
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
