import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withClient } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`, from which others are created. */
    cluster: string
    /** The browser of the project. */
    browser: 'chromium' | 'firefox'
  }
}

/** Starts a PostgreSQL without fsync and provides its URL to the tests of a project. */
export async function startTestCluster(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-test-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const cluster = await startEmbedded(folder, [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=400',
  ])
  project.provide('cluster', cluster.urlOf('postgres'))
  return {
    /** Creates a database, as a copy of the template, and returns its URL. */
    createDatabase: async (name: string, template = 'template1') => {
      const statement = `create database ${name} template ${template}`
      await withClient(cluster.urlOf('postgres'), (client) => client.query(statement))
      return cluster.urlOf(name)
    },
    /** Stops it and removes its folder. */
    stop: async () => {
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
