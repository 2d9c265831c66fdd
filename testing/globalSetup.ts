import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { APPLICATION_NAME } from '#db/connection.ts'
import { startEmbedded } from '#db/embeddedPostgres.ts'
import { migrateDb } from '#db/migrate.ts'
import { seedDemo } from '#db/seed.ts'
import { FIXED_DATE } from '#testing/fixedDate.ts'
import { recordingSettings, recordStatements } from '#testing/operations/recordedStatements.ts'
import { TEST_SECRET } from '#testing/testSecret.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`, from which others are created. */
    cluster: string
  }
}

/** Template databases: tests copy them and never write to them. */
export const EMPTY = 'empty'
export const DEMO = 'demo'

/** Starts one PostgreSQL for the run, without fsync, with an empty template and one with demo data. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-test-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const recording = process.env.RECORD_STATEMENTS === 'on'
  const cluster = await startEmbedded(folder, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=400',
    ...(recording ? recordingSettings(join(folder, 'log')) : []),
  ])
  const { Client } = await import('pg')
  const client = new Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${EMPTY}`)
  await migrateDb(cluster.urlOf(EMPTY))
  await client.query(`create database ${DEMO} template ${EMPTY}`)
  await seedDemo(cluster.urlOf(DEMO), {
    now: FIXED_DATE,
    secret: TEST_SECRET,
    seed: 1,
    drivers: 8,
    movements: 600,
  })
  await client.end()
  project.provide('cluster', cluster.urlOf('postgres'))
  return async () => {
    await cluster.stop()
    if (recording) await recordStatements(join(folder, 'log'), APPLICATION_NAME)
    await rm(folder, { recursive: true, force: true })
  }
}
