import { randomInt } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDb } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { migrateDb } from '#db/migrate.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { restoreBaseBackup, takeBaseBackup } from '#testing/crashes/baseBackup.ts'
import { payDebt, startPaymentLoad } from '#testing/crashes/paymentLoad.ts'
import { DEBT_PREFIX, debtReference, populate, SECRET } from '#testing/harness/population.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

/** Restore points of the test; each is restored to a cluster of its own. */
const POINTS = 20
const DEBTS = 6_000

/** The answers that were acknowledged before a restore point was set. */
interface RestorePoint {
  name: string
  paid: string[]
  withdrawn: string[]
}

const folder = tempFolder(afterAll)
const archive = join(folder, 'archive')
const backup = join(folder, 'backup')

beforeAll(async () => {
  await mkdir(archive)
  await chmod(archive, 0o777)
})

/** Takes the base backup and sets the restore points while the load writes. */
async function backUpUnderLoad(): Promise<RestorePoint[]> {
  const source = await startEmbedded(join(folder, 'source'), [
    'fsync=off',
    'shared_buffers=64MB',
    'archive_mode=on',
    `archive_command=cp %p ${archive}/%f`,
  ])
  await migrateDb(source.url)
  const population = await populate(source.url, { seed: 1, debtCount: DEBTS, drivers: 8 })
  const owner = new Client({ connectionString: source.url })
  await owner.connect()
  const connection = await connectDb(source.url, 4, SECRET)
  try {
    const load = startPaymentLoad(connection.db, population)
    await expect.poll(() => load.paid.length).toBeGreaterThan(5)
    await takeBaseBackup(source.url, join(folder, 'source/postgres'), backup)
    const points: RestorePoint[] = []
    for (let number = 1; number <= POINTS; number += 1) {
      const { length: paidBefore } = load.paid
      await expect.poll(() => load.paid.length, { interval: 5 }).toBeGreaterThan(paidBefore)
      await sleep(randomInt(50))
      const acknowledged = { paid: [...load.paid], withdrawn: [...load.withdrawn] }
      const name = `point_${number}`
      await owner.query('select pg_create_restore_point($1)', [name])
      points.push({ name, ...acknowledged })
    }
    await load.stop()
    await archiveNewestSegment(owner)
    return points
  } finally {
    await connection.close()
    await owner.end()
    await source.stop()
  }
}

/** The archive holds whole segments: the newest one is closed, and its copy waited for. */
async function archiveNewestSegment(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  const archived = () =>
    owner
      .query<{ name: string }>('select last_archived_wal as name from pg_stat_archiver')
      .then((found) => found.rows[0]?.name ?? '')
  await expect
    .poll(async () => (await archived()) >= (rows[0]?.segment ?? ''), { interval: 50 })
    .toBe(true)
}

/** The database of a base backup, recovered up to a restore point and read-only until `resume`. */
async function restore(point: RestorePoint): Promise<Embedded> {
  const home = join(folder, point.name)
  await mkdir(home)
  await restoreBaseBackup(backup, join(home, 'postgres'))
  return await startEmbedded(home, [
    'fsync=off',
    'shared_buffers=32MB',
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_name=${point.name}`,
    'recovery_target_action=pause',
  ])
}

/** Whether all invariants hold; else the violated ones with their rows. */
async function violations(url: string): Promise<unknown[]> {
  const connection = await connectDb(url, 1, SECRET)
  try {
    return await checkInvariants(connection.db)
  } finally {
    await connection.close()
  }
}

const references = async (client: Client, query: string) =>
  new Set((await client.query<{ reference: string }>(query)).rows.map(({ reference }) => reference))
const paidDebts = (client: Client) =>
  references(
    client,
    `select reference from debt where state = 'PAID' and reference like '${DEBT_PREFIX}%'`,
  )
const withdrawnRequests = (client: Client) =>
  references(
    client,
    `select reference from membership_request where state = 'VOIDED' and reference like 'SOL-LOAD%'`,
  )

/** Restores a point, checks it while it is read-only, opens it and writes to it. */
async function tryRestore(point: RestorePoint, next: RestorePoint | undefined): Promise<void> {
  const cluster = await restore(point)
  const client = new Client({ connectionString: cluster.url })
  try {
    await client.connect()
    const paused = () =>
      client
        .query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
        .then(({ rows }) => rows[0]?.state)
    await expect.poll(paused, { interval: 20 }).toBe('paused')
    expect(await violations(cluster.url)).toEqual([])

    const paid = await paidDebts(client)
    const withdrawn = await withdrawnRequests(client)
    // P10: what was acknowledged before the point is in it.
    expect(point.paid.filter((reference) => !paid.has(reference))).toEqual([])
    expect(point.withdrawn.filter((reference) => !withdrawn.has(reference))).toEqual([])
    // What was acknowledged after the next point is not; few payments are in flight at a time.
    if (next) expect(paid.size).toBeLessThan(next.paid.length + 3)

    await client.query('select pg_wal_replay_resume()')
    const recovering = () =>
      client
        .query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
        .then(({ rows }) => rows[0]?.recovering)
    await expect.poll(recovering, { interval: 20 }).toBe(false)
    const opened = await connectDb(cluster.url, 2, SECRET)
    await payDebt(opened.db, debtReference(DEBTS)).finally(() => opened.close())
    expect(await violations(cluster.url)).toEqual([])
  } finally {
    await client.end()
    await cluster.stop()
    await rm(join(folder, point.name), { recursive: true, force: true })
  }
}

describe('a backup under write load', () => {
  test('restores every point with all invariants, what was acknowledged before it, and goes on', async () => {
    const points = await backUpUnderLoad()
    expect(points.at(-1)?.paid.length).toBeGreaterThan(POINTS)
    expect(points.at(-1)?.withdrawn.length).toBeGreaterThan(5)
    const queue = points.entries()
    const work = async () => {
      for (const [place, point] of queue) await tryRestore(point, points[place + 1])
    }
    await Promise.all([work(), work()])
  })
})
