import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { newClient, withClient } from '#db/core/withClient.ts'

/** A database copied from a template of the test cluster, for one test. */
export type FreshDatabase = Awaited<ReturnType<typeof freshDatabase>>

/**
 * @param template `empty` is migrated and has no rows of people; `demo` has small demo data; `stack`,
 * in end-to-end tests, has the demo data of `npm start`
 */
export async function freshDatabase(template: 'empty' | 'demo' | 'stack') {
  const cluster = inject('cluster')
  const name = `fresh_${randomUUID().replaceAll('-', '')}`
  const onCluster = (statement: string) => withClient(cluster, (owner) => owner.query(statement))
  // Copying the files takes a third of the time of writing each page to the log, the default.
  await onCluster(`create database ${name} template ${template} strategy file_copy`)
  const url = cluster.replace('/postgres?', `/${name}?`)
  const client = newClient({ connectionString: url })
  await client.connect()
  return {
    name,
    url,
    /** Connected as the owner. */
    client,
    close: async () => {
      await client.end()
      await onCluster(`drop database ${name} with (force)`)
    },
  }
}
