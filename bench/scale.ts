import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  BENCH_DATA,
  BENCH_SECRET,
  callsOf,
  type Dataset,
  datasetOf,
  freshCopyOf,
} from '#bench/datasets.ts'
import { generateLoad } from '#bench/loadGenerator.ts'
import { startOurServer } from '#bench/measuredProcess.ts'
import { known, type Report } from '#bench/report.ts'
import { addTills, BATCH, createSender, memberCodes, nextBatch } from '#bench/tills.ts'
import { pathOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import { connectDb } from '#db/core/connection.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { checkInSlices } from '#db/invariants/checkInvariants.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'

const DRIVERS = [10_000, 30_000, 100_000]
const MOVEMENTS_EACH = 100
const DATABASE = 'bench_scale'
const SECONDS = 10
const CONNECTIONS = 24
const TILLS = 8
const SETTINGS = { CALLS_PER_MINUTE: '1000000000', JOBS: 'off', RECONCILE: 'off' }

/** How calls, sales, rows, backup and `verify` grow with the drivers: the figures of docs/scale.md. */
export async function benchScale(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA, [
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=30min',
  ])
  try {
    const measured: Record<string, string>[] = []
    for (const drivers of DRIVERS) {
      const made = await datasetOf(cluster, { drivers, movements: drivers * MOVEMENTS_EACH })
      const dataset = await freshCopyOf(cluster, made, DATABASE)
      measured.push({
        ...(await withServer(dataset)),
        database: `${((await sizeOf(dataset)).bytes / 1e9).toFixed(1)} GB`,
        ...(await withoutServer(cluster, dataset)),
      })
    }
    return {
      name: 'scale',
      title: `Scale: ${DRIVERS.join(', ')} drivers with ${MOVEMENTS_EACH} movements each`,
      lines: Object.keys(measured[0] ?? {}).map((what) =>
        known(what, measured.map((figures) => figures[what]).join(', ')),
      ),
      how: [
        `Demo data; one process of \`server/main.ts\`, ${CONNECTIONS} connections for the calls, ${TILLS} terminals with signed batches of ${BATCH} sales of members, ${SECONDS} s each after as long of warming up, everything on one computer.`,
        'Of a core: the rate divided by the cores that were busy meanwhile, without the load generator: server and PostgreSQL together.',
      ],
    }
  } finally {
    await cluster.stop()
  }
}

/** Bytes of a database, and of the log that was ever written. */
const sizeOf = ({ url }: Dataset) =>
  withClient(withoutTimeout(url), async (client) => {
    const { rows } = await client.query<{ bytes: string; log: string }>(
      `select pg_database_size(current_database()) as bytes, pg_current_wal_lsn() - '0/0' as log`,
    )
    return { bytes: Number(rows[0]?.bytes), log: Number(rows[0]?.log) }
  })

/** One server process under as many calls, and then sales, as it takes. */
async function withServer(dataset: Dataset) {
  const bodies = await callsOf(dataset)
  const server = await startOurServer(dataset, SETTINGS)
  const { port } = server
  try {
    const path = `/api/${pathOf(movements)}`
    const call = () =>
      generateLoad({ port, path, bodies, connections: CONNECTIONS, seconds: SECONDS })
    await call()
    const calls = await perCore(call)
    const { codes, tills } = await withClient(withoutTimeout(dataset.url), async (client) => ({
      codes: await memberCodes(client),
      tills: await addTills(client, TILLS),
    }))
    const sender = createSender(port, TILLS)
    const sell = async () => {
      const began = performance.now()
      let sold = 0
      const sendAll = tills.map(async (till) => {
        for (; performance.now() < began + SECONDS * 1000; sold += BATCH)
          await sender.send(nextBatch(till, codes, port))
      })
      await Promise.all(sendAll)
      return { sold, perSecond: sold / ((performance.now() - began) / 1000) }
    }
    await sell()
    const before = await sizeOf(dataset)
    const sales = await perCore(sell)
    const after = await sizeOf(dataset)
    await sender.close()
    return {
      'calls of `movements`/s of one process': calls.perSecond.toFixed(0),
      'calls of `movements`/s of a core': calls.ofCore.toFixed(0),
      'sales/s of one process': sales.perSecond.toFixed(0),
      'sales/s of a core': sales.ofCore.toFixed(0),
      'bytes that a reported sale adds': ((after.bytes - before.bytes) / sales.sold).toFixed(0),
      'bytes of log of a reported sale': ((after.log - before.log) / sales.sold).toFixed(0),
    }
  } finally {
    await server.stop()
  }
}

/** How long what runs beside the servers takes. */
async function withoutServer(cluster: Embedded, { url, name }: Dataset) {
  // The statistics of a network that runs, which autovacuum keeps.
  await withClient(withoutTimeout(url), (client) => client.query('vacuum (analyze)'))
  const { rows } = await withClient(cluster.urlOf('postgres'), (client) =>
    client.query<{ oid: number }>('select oid from pg_database where datname = $1', [name]),
  )
  const copy = join(BENCH_DATA, 'copied')
  const files = join(BENCH_DATA, 'postgres', 'base', String(rows[0]?.oid))
  const more = [cardNumberScan]
  const connection = await connectDb(url, 2, BENCH_SECRET, 0)
  try {
    return {
      'copy of the files, as a base backup reads them': await timeOf(() =>
        promisify(execFile)('cp', ['-r', files, copy]),
      ),
      '`verify -- --slices`': await timeOf(() =>
        checkInSlices(connection.db, { progress: {}, more }),
      ),
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
    await connection.close()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now()
  await work()
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}

/** The rate of a load, and that of a core: what the computer was busy, without this process. */
async function perCore<T extends { perSecond: number }>(load: () => Promise<T>) {
  const busy = () =>
    cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const [began, busyBefore, own] = [performance.now(), busy(), process.cpuUsage()]
  const result = await load()
  const { user, system } = process.cpuUsage(own)
  const others = busy() - busyBefore - (user + system) / 1000
  return { ...result, ofCore: result.perSecond / (others / (performance.now() - began)) }
}
