import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test cluster's database `postgres`, from which others are created. */
    cluster: string
    /** The browser of the project. */
    browser: 'chromium' | 'firefox'
  }
}

/** The PostgreSQL of the tests of a project. */
interface TestCluster {
  /** Creates a database, as a copy of the template if one is given, and returns its URL. */
  createDatabase(name: string, template?: string): Promise<string>
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL without fsync and provides its URL to the tests of a project. */
export async function startTestCluster(project: TestProject): Promise<TestCluster> {
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
    createDatabase: async (name, template = 'template1') => {
      const client = new Client({ connectionString: cluster.urlOf('postgres') })
      await client.connect()
      await client.query(`create database ${name} template ${template}`)
      await client.end()
      return cluster.urlOf(name)
    },
    stop: async () => {
      await cluster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
