import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

/** Settings of a cluster that a test starts beside the one of the run. */
const SMALL = ['fsync=off', 'shared_buffers=16MB']

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Starts a statement that computes for minutes without a look at the postmaster; its process id. */
async function startLongStatement(cluster: Embedded): Promise<number> {
  const client = await connected(cluster.url)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.query('select sum(sqrt(n)) from generate_series(1, 2000000000) n').catch(() => {})
  const observer = await connected(cluster.url)
  const active = `select 1 from pg_stat_activity where pid = $1 and state = 'active'`
  await expect.poll(async () => (await observer.query(active, [rows[0]?.pid])).rowCount).toBe(1)
  return rows[0]?.pid ?? 0
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('startEmbedded', () => {
  test('starts the cluster after its postmaster was killed during a long statement', async () => {
    const folder = tempFolder()
    const killed = await startEmbedded(folder, SMALL)
    const backend = await startLongStatement(killed)
    process.kill(killed.pid, 'SIGKILL')
    await killed.ended
    expect(isRunning(backend)).toBe(true)

    const restarted = await startEmbedded(folder, SMALL)
    onTestFinished(() => restarted.stop())
    const client = await connected(restarted.url)
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })
})
