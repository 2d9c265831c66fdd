import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { newClient, newPool } from '#db/core/withClient.ts'

/**
 * To open a connection takes as much processor time as to copy a template: the files of a process share
 * one. A statement waits for those before it as long as they take.
 */
const cluster = newPool({
  connectionString: inject('cluster'),
  max: 1,
  connectionTimeoutMillis: 0,
})
// The cluster stops before the process ends.
cluster.on('error', () => {})

/** A database copied from a template of the test cluster, for one test. */
export type FreshDatabase = Awaited<ReturnType<typeof freshDatabase>>

/**
 * @param template `empty` is migrated and has no rows of people; `demo` has small demo data; `stack`,
 * in end-to-end tests, has the demo data of `npm start`
 */
export async function freshDatabase(template: 'empty' | 'demo' | 'stack') {
  const name = `fresh_${randomUUID().replaceAll('-', '')}`
  // Copying the files takes a third of the time of writing each page to the log, the default.
  await cluster.query(`create database ${name} template ${template} strategy file_copy`)
  const url = inject('cluster').replace('/postgres?', `/${name}?`)
  const client = newClient({ connectionString: url })
  await client.connect()
  return {
    name,
    url,
    /** Connected as the owner. */
    client,
    close: async () => {
      await client.end()
      await cluster.query(`drop database ${name} with (force)`)
    },
  }
}
