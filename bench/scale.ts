import { execFile } from 'node:child_process'
import { rm, statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  BENCH_DATA,
  BENCH_SECRET,
  callsOf,
  copiedDataset,
  type Dataset,
  datasetOf,
  freshCopyOf,
} from '#bench/datasets.ts'
import { generateLoad } from '#bench/loadGenerator.ts'
import { startOurServer } from '#bench/measuredProcess.ts'
import { known, type Report } from '#bench/report.ts'
import { addTills, BATCH, createSender, memberCodes, nextBatch } from '#bench/sales/tills.ts'
import { pathOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import { matchProvenSales } from '#db/claims/matchProvenSales.ts'
import { connectDb, inTransaction } from '#db/core/connection.ts'
import { createRrnGenerator } from '#db/core/rrn.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { checkInSlices } from '#db/invariants/checkInvariants.ts'
import { processExpirations } from '#db/loyalty/expirations.ts'
import { processRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { purgeExpired } from '#db/retention.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import { noJobs } from '#testing/harness/jobSteps.ts'

const SMALL = { drivers: 1_000, movements: 100_000 }
/** Copies of the small database: 10,000, 30,000 and 100,000 drivers. */
const COPIES = [9, 29, 99]
const DATABASE = 'bench_scale'
const MILLION = 1_000_000
const SECONDS = 10
const CONNECTIONS = 24
const TILLS = 8
const SETTINGS = { CALLS_PER_MINUTE: '1000000000', JOBS: 'off', RECONCILE: 'off' }

type Measured = Awaited<ReturnType<typeof measure>>

/** How calls, sales, rows, nightly work, backup and `verify` grow with the drivers. */
export async function benchScale(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA, [
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=30min',
  ])
  try {
    const small = await datasetOf(cluster, SMALL)
    const measured: Measured[] = []
    for (const copies of COPIES) {
      const copied = await copiedDataset(cluster, small, copies)
      measured.push(await measure(cluster, await freshCopyOf(cluster, copied, DATABASE), copies))
    }
    const { bavail, bsize } = await statfs(BENCH_DATA)
    return report(measured, bavail * bsize)
  } finally {
    await cluster.stop()
  }
}

async function measure(cluster: Embedded, dataset: Dataset, copies: number) {
  const drivers = (copies + 1) * SMALL.drivers
  const serving = await withServer(dataset)
  const { bytes } = await sizeOf(dataset)
  return { drivers, ...serving, bytes, ...(await withoutServer(cluster, dataset)) }
}

/** Bytes of a database, and of the log that was ever written. */
async function sizeOf({ url }: Dataset) {
  return await withClient(withoutTimeout(url), async (client) => {
    const { rows } = await client.query<{ bytes: string; log: string }>(
      `select pg_database_size(current_database()) as bytes, pg_current_wal_lsn() - '0/0' as log`,
    )
    return { bytes: Number(rows[0]?.bytes), log: Number(rows[0]?.log) }
  })
}

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
      let batches = 0
      const until = began + SECONDS * 1000
      const sendAll = tills.map(async (till) => {
        for (; performance.now() < until; batches += 1)
          await sender.send(nextBatch(till, codes, port))
      })
      await Promise.all(sendAll)
      const sold = batches * BATCH
      return { sold, perSecond: sold / ((performance.now() - began) / 1000) }
    }
    await sell()
    const before = await sizeOf(dataset)
    const sales = await perCore(sell)
    const after = await sizeOf(dataset)
    await sender.close()
    const ofSale = {
      bytes: (after.bytes - before.bytes) / sales.sold,
      log: (after.log - before.log) / sales.sold,
    }
    return { calls, sales, ofSale }
  } finally {
    await server.stop()
  }
}

/** Seconds of what runs beside the servers. */
async function withoutServer(cluster: Embedded, { url, name }: Dataset) {
  // The statistics of a network that runs, which autovacuum keeps.
  await withClient(withoutTimeout(url), (client) => client.query('vacuum (analyze)'))
  const connection = await connectDb(url, 2, BENCH_SECRET, 0)
  const { db } = connection
  try {
    const now = new Date()
    const rrn = createRrnGenerator(db)
    const nextRrn = () => rrn.next()
    const night = async () => {
      await purgeExpired(db, now)
      await processRetainedPoints(db, now, nextRrn, { jobs: noJobs })
      await processExpirations(db, now, { nextRrn, jobs: noJobs })
      const matching = { now, nextRrn, jobs: noJobs }
      await matchProvenSales(
        { ...matching, inTransaction: (work) => inTransaction(db, work) },
        new AbortController().signal,
      )
    }
    // What is due of the copied drivers is done once; a night of a network that runs has a day of it.
    await night()
    const { rows } = await withClient(cluster.urlOf('postgres'), (client) =>
      client.query<{ oid: number }>('select oid from pg_database where datname = $1', [name]),
    )
    const copy = join(BENCH_DATA, 'copied')
    const files = join(BENCH_DATA, 'postgres', 'base', String(rows[0]?.oid))
    const more = [cardNumberScan(containsCardNumber)]
    return {
      night: await secondsOf(night),
      backup: await secondsOf(() => promisify(execFile)('cp', ['-r', files, copy])).finally(() =>
        rm(copy, { recursive: true, force: true }),
      ),
      verify: await secondsOf(() => checkInSlices(db, { progress: {}, more })),
    }
  } finally {
    await connection.close()
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
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

/** The line through the first and the last size that is not predicted, at a number of drivers. */
const lineAt = (a: [number, number], b: [number, number], drivers: number) =>
  a[1] + ((b[1] - a[1]) / (b[0] - a[0])) * (drivers - a[0])

function report(measured: Measured[], diskLeft: number): Report {
  const [first, middle, last] = measured as [Measured, Measured, Measured]
  const row = (what: string, of: (each: Measured) => number, show: (value: number) => string) => {
    const point = (each: Measured): [number, number] => [each.drivers, of(each)]
    const predicted = lineAt(point(first), point(middle), last.drivers)
    const error = Math.round((predicted / of(last) - 1) * 100)
    const million = lineAt(point(first), point(last), MILLION)
    return known(
      what,
      `${measured.map((each) => show(of(each))).join(', ')}; 1,000,000 by the line ${show(million)}; the line of the first two missed the third by ${error} %`,
    )
  }
  const rate = (what: string, of: (each: Measured) => number) =>
    known(what, measured.map((each) => of(each).toFixed(0)).join(', '))
  const time = (value: number) => `${value.toFixed(1)} s`
  const gigabytes = (value: number) => `${(value / 1e9).toFixed(1)} GB`
  return {
    name: 'scale',
    title: 'Scale: 10,000, 30,000 and 100,000 drivers with 100 movements each',
    lines: [
      rate('calls of `movements`/s of one process', ({ calls }) => calls.perSecond),
      rate('calls of `movements`/s of a core', ({ calls }) => calls.ofCore),
      rate('sales/s of one process', ({ sales }) => sales.perSecond),
      rate('sales/s of a core', ({ sales }) => sales.ofCore),
      rate('bytes that a reported sale adds', ({ ofSale }) => ofSale.bytes),
      rate('bytes of log of a reported sale', ({ ofSale }) => ofSale.log),
      row('database', ({ bytes }) => bytes, gigabytes),
      rate('bytes of a driver', ({ bytes, drivers }) => bytes / drivers),
      row('nightly work with nothing due', ({ night }) => night, time),
      row('copy of the files, as a base backup reads them', ({ backup }) => backup, time),
      row('`verify -- --slices`', ({ verify }) => verify, time),
    ],
    how: [
      `The drivers of a database of ${SMALL.drivers} with ${SMALL.movements} movements, ${COPIES.join(', ')} times more (see history.md); one process of \`server/main.ts\`, ${CONNECTIONS} connections for the calls, ${TILLS} terminals with signed batches of ${BATCH} sales of members, ${SECONDS} s each after as long of warming up, everything on one computer.`,
      'Of a core: the rate divided by the cores that were busy meanwhile, without the load generator: server and PostgreSQL together.',
      `A million drivers were not stored: ${gigabytes(diskLeft)} of the disk were left at the end.`,
    ],
  }
}
