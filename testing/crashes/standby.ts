import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { asAppRole, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { seedDemo } from '#db/seed.ts'
import { giveToOwnerOf, takeBaseBackup } from '#testing/crashes/baseBackup.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

/** A primary with the small demo data and a streaming replica of it, each in a cluster of its own. */
export async function startWithReplica() {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-replica-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const settings = ['fsync=off', 'shared_buffers=64MB', 'max_connections=60']
  const primary = await startEmbedded(join(folder, 'primary'), [...settings, 'wal_keep_size=256MB'])
  await migrateDb(primary.url)
  const small = { now: FIXED_DATE, drivers: 8, movements: 600 }
  await seedDemo(primary.url, { secret: TEST_SECRET, seed: 1, ...small })
  const home = join(folder, 'replica')
  const data = join(home, 'postgres')
  await mkdir(home)
  await takeBaseBackup(primary.url, join(folder, 'primary/postgres'), data)
  await writeFile(join(data, 'standby.signal'), '')
  await giveToOwnerOf(data, [join(data, 'standby.signal')])
  const socket = new URL(primary.url.replace('@/', '@host/')).searchParams.get('host')
  const replica = await startEmbedded(home, [
    ...settings,
    `primary_conninfo=host=${socket} user=surtidor`,
  ])
  const onReplica = (statement: string) =>
    withClient(replica.url, (client) => client.query(statement))
  return {
    /** As the servers' login. */
    primaryUrl: asAppRole(primary.url),
    replicaUrl: asAppRole(replica.url),
    ownerUrl: primary.url,
    /** Stops the replay of what the replica receives, until `resume`. */
    pause: () => onReplica('select pg_wal_replay_pause()'),
    resume: () => onReplica('select pg_wal_replay_resume()'),
    replica,
    close: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
