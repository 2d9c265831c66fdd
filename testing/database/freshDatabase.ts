import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** A database copied from a template of the test cluster, for one test. */
export interface FreshDatabase {
  name: string
  url: string
  /** Connected as the owner. */
  client: Client
  close: () => Promise<void>
}

/**
 * @param template `empty` is migrated and has no rows of people; `demo` has small demo data; `stack`,
 * in end-to-end tests, has the demo data of `npm start`
 */
export async function freshDatabase(template: 'empty' | 'demo' | 'stack'): Promise<FreshDatabase> {
  const cluster = inject('cluster')
  const name = `fresh_${randomUUID().replaceAll('-', '')}`
  const onCluster = async (statement: string) => {
    const owner = new Client({ connectionString: cluster })
    await owner.connect()
    try {
      await owner.query(statement)
    } finally {
      await owner.end()
    }
  }
  await onCluster(`create database ${name} template ${template}`)
  const url = cluster.replace('/postgres?', `/${name}?`)
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    name,
    url,
    client,
    close: async () => {
      await client.end()
      await onCluster(`drop database ${name} with (force)`)
    },
  }
}
