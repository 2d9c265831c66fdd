import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/embeddedPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`, from which others are created. */
    cluster: string
  }
}

/** Creates a database, as a copy of the template if one is given, and returns its URL. */
type CreateDatabase = (name: string, template?: string) => Promise<string>

/**
 * Starts a PostgreSQL for the tests of a project, without fsync, and provides its URL.
 * @param createTemplates fills the databases that tests copy and never write to
 * @returns stops it and removes its folder
 */
export async function startTestCluster(
  project: TestProject,
  createTemplates: (createDatabase: CreateDatabase) => Promise<void>,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-test-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const cluster = await startEmbedded(folder, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=400',
  ])
  const client = new Client({ connectionString: cluster.urlOf('postgres') })
  await client.connect()
  await createTemplates(async (name, template = 'template1') => {
    await client.query(`create database ${name} template ${template}`)
    return cluster.urlOf(name)
  })
  await client.end()
  project.provide('cluster', cluster.urlOf('postgres'))
  return async () => {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
