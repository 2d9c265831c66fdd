import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BENCH_DATA } from '#bench/datasets.ts'
import { withClient } from '#db/core/withClient.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { signalStart, takeBaseBackup } from '#testing/crashes/baseBackup.ts'
import { startProcess } from '#tools/startProcess.ts'

/** Milliseconds that everything between primary and replica takes, each way. */
const DELAY_MS = 1
const NAME = 'bench_replica'

/**
 * Settings of a primary whose replica `startReplica` starts. Its databases do not wait for it, except
 * those with a `synchronous_commit` of their own: a killed bench leaves nothing that waits for ever.
 */
export const PRIMARY = [`synchronous_standby_names=${NAME}`, 'synchronous_commit=local']

/** Starts a replica of the whole cluster of `BENCH_DATA` on this machine, behind a network with a delay. */
export async function startReplica(primary: Embedded): Promise<{ stop(): Promise<void> }> {
  const folder = join(BENCH_DATA, 'replica')
  const [from, to] = [join(BENCH_DATA, 'postgres'), join(folder, 'postgres')]
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const url = primary.urlOf('postgres')
  await takeBaseBackup(url, from, to)
  await signalStart(to, 'standby')
  const [, host = ''] = /host=([^&]+)/.exec(url) ?? []
  const socket = `${decodeURIComponent(host)}/.s.PGSQL.5432`
  const network = startProcess('bench/replica/delayingProxy.ts', {
    args: [socket, String(DELAY_MS)],
    stdout: 'ignore',
    stderr: 'inherit',
    ipc: true,
  })
  const port = await network.ready
  const primaryIs = `host=127.0.0.1 port=${String(port)} user=surtidor application_name=${NAME}`
  const replica = await startEmbedded(folder, [`primary_conninfo=${primaryIs}`])
  await withClient(url, async (client) => {
    const attached = `select from pg_stat_replication where sync_state = 'sync'`
    while ((await client.query(attached)).rowCount === 0) await sleep(100)
  })
  return {
    stop: async () => {
      await replica.stop()
      await network.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
