import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withClient } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const page = read('docs/operations.md')
const [, example = ''] = /^DATABASE_URL=(.*)$/m.exec(read('deploy/surtidor.env.example')) ?? []

/** /etc/postgresql/15/main/pg_hba.conf of Debian 12, with the superuser of this test for `postgres`. */
const PG_HBA = `local all surtidor trust
local all all peer
host all all 127.0.0.0/8 scram-sha-256
`
/** The example's port is PostgreSQL's own; an address for each process keeps it free. */
const ADDRESS = `127.1.${(process.pid >> 8) & 255}.${process.pid & 255}`

describe('the database of docs/operations.md', () => {
  test('the logins and the DATABASE_URL of the example work with the pg_hba.conf of Debian', async () => {
    const folder = tempFolder()
    const hba = join(folder, 'pg_hba.conf')
    await writeFile(hba, PG_HBA)
    const cluster = await startEmbedded(folder, [
      `hba_file=${hba}`,
      `listen_addresses=${ADDRESS}`,
      'fsync=off',
      'shared_buffers=16MB',
    ])
    try {
      const [, statements = ''] = /```sql\n(create role surtidor_owner[\s\S]*?)```/.exec(page) ?? []
      await withClient(cluster.urlOf('postgres'), async (superuser) => {
        await superuser.query('drop database surtidor')
        await superuser.query('drop role surtidor_app')
        for (const statement of statements.trim().split('\n'))
          await superuser.query(statement.replace('…', new URL(example).password))
      })
      const databaseUrl = example.replace('127.0.0.1', ADDRESS)
      const ownerUrl = databaseUrl.replace('surtidor_app', 'surtidor_owner')
      await prepareDatabase({ databaseUrl, ownerUrl, production: true })
      await prepareDatabase({ databaseUrl, production: true })
    } finally {
      await cluster.stop()
    }
  })

  test('a restored database belongs to its owner, whose role is loaded before', () => {
    const [, restore = ''] = /\*\*Restore\*\*([\s\S]*?)\n## /.exec(page) ?? []
    expect(restore).toMatch(
      /From a dump: load the roles, `createdb --owner=surtidor_owner surtidor`/,
    )
  })
})
