import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import {
  BENCH_DATA,
  callsOf,
  type Dataset,
  datasetOf,
  PAGE_ROWS,
  startCluster,
} from '#bench/datasets.ts'
import { installPeers } from '#bench/installPeers.ts'
import type { LoadResult } from '#bench/loadGenerator.ts'
import {
  type LoadGenerator,
  type MeasuredProcess,
  startLoadGenerator,
  startMeasuredProcess,
} from '#bench/measuredProcess.ts'
import { atLeast, atMost, known, milliseconds, type Report, type ReportRow } from '#bench/report.ts'
import { median, ratio, rounds, spread } from '#bench/rounds.ts'
import { pathOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { freePort } from '#testing/harness/freePort.ts'

const ROUNDS = 7
const SECONDS = 4
/** Enough to keep every measured server busy all the time. */
const CONNECTIONS = 24
/** Connections of each server's pool. */
const POOL = 6
const PATH = `/api/${pathOf(movements)}`
const SMALL = { drivers: 1_000, movements: 100_000 }
const LARGE = { drivers: 10_000, movements: 1_000_000 }

/** The result of one run, with the processor time of the server's process. */
interface Run extends LoadResult {
  /** Milliseconds of processor time per answer. */
  cost: number
}

/** The whole path of `movements` beside a bare baseline, NestJS, and a database ten times as large. */
export async function server(): Promise<Report> {
  await installPeers()
  const cluster = await startCluster()
  const load = startLoadGenerator()
  const open: MeasuredProcess[] = []
  try {
    const small = await datasetOf(cluster, SMALL)
    const large = await datasetOf(cluster, LARGE)
    const calls = await callsOf(small)
    const largeCalls = await callsOf(large)
    const start = async (started: Promise<MeasuredProcess>) => {
      const one = await started
      open.push(one)
      return one
    }
    const ours = await start(startSurtidor(small))
    const baseline = await start(startPeer('bench/baselineServer.ts', small))
    const nest = await start(startPeer('bench/peers/nest.mjs', small))
    const oursLarge = await start(startSurtidor(large))
    await assertSameAnswers([ours, baseline, nest], calls)
    const measured = {
      ours: { at: ours, calls },
      baseline: { at: baseline, calls },
      nest: { at: nest, calls },
      large: { at: oursLarge, calls: largeCalls },
    }
    const full = await measure(load, measured, () => null)
    const half = await measure(load, measured, (name) => median(full[name].map(perSecond)) / 2)
    return report(full, half, calls.length, largeCalls.length)
  } finally {
    await load.stop()
    for (const one of open) await one.stop()
    await cluster.stop()
  }
}

type Names = 'ours' | 'baseline' | 'nest' | 'large'
type Measured = Record<Names, Run[]>
const perSecond = (run: LoadResult) => run.perSecond
const cost = (run: Run) => run.cost

async function measure(
  load: LoadGenerator,
  measured: Record<Names, { at: MeasuredProcess; calls: string[] }>,
  rate: (name: Names) => number | null,
): Promise<Measured> {
  const run = async (name: Names, seconds: number): Promise<Run> => {
    const { at, calls: bodies } = measured[name]
    const job = { port: at.port, path: PATH, bodies, connections: CONNECTIONS, seconds }
    const before = await at.processorTime()
    const result = await load.run({ ...job, rate: rate(name) })
    if (result.wrong > 0) throw new Error(`${name}: ${result.wrong} respuestas equivocadas.`)
    const used = (await at.processorTime()) - before
    return { ...result, cost: used / (result.perSecond * seconds) }
  }
  // One run each before measuring: V8 compiles the code while it warms up.
  for (const name of Object.keys(measured) as Names[]) await run(name, SECONDS)
  return await rounds(ROUNDS, {
    ours: () => run('ours', SECONDS),
    baseline: () => run('baseline', SECONDS),
    nest: () => run('nest', SECONDS),
    large: () => run('large', SECONDS),
  })
}

/** Our server as in production, with its log discarded and a rate limit that is never reached. */
async function startSurtidor(dataset: Dataset): Promise<MeasuredProcess> {
  const port = await freePort()
  const env = {
    DATABASE_URL: asAppRole(dataset.url),
    DATABASE_POOL: String(POOL),
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: join(BENCH_DATA, `server_${dataset.movements}`),
    CALLS_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'info',
    RECONCILE: 'on',
    // In production the server refuses demo data; what it measures is the same.
    NODE_ENV: 'development',
  }
  return await startMeasuredProcess('server/main.ts', { port, env })
}

async function startPeer(file: string, dataset: Dataset): Promise<MeasuredProcess> {
  const port = await freePort()
  return await startMeasuredProcess(file, {
    port,
    args: [dataset.url, String(port), String(POOL)],
  })
}

/** Checks that all servers give the same answers; otherwise they would not do the same work. */
async function assertSameAnswers(servers: MeasuredProcess[], calls: string[]): Promise<void> {
  for (const body of [calls[0], calls[calls.length >> 1], calls.at(-1)]) {
    const answers = await Promise.all(
      servers.map(async ({ port }) => {
        const headers = { 'content-type': 'text/plain; charset=utf-8' }
        const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
          method: 'POST',
          body: body ?? '',
          headers,
        })
        const { responseHeader, ...rest } = (await response.json()) as {
          responseHeader: { rrn: string }
          movements: unknown[]
        }
        return { ...rest, responseHeader: { ...responseHeader, rrn: '' } }
      }),
    )
    for (const answer of answers) deepStrictEqual(answer, answers[0])
    if (answers[0]?.movements.length !== PAGE_ROWS) throw new Error('La página no vino llena.')
  }
}

function report(full: Measured, half: Measured, calls: number, largeCalls: number): Report {
  const rates = (name: Names) => {
    const [least, most] = spread(full[name].map(perSecond)).map(Math.round)
    return `${Math.round(median(full[name].map(perSecond)))} (${least}–${most})`
  }
  const p99 = (run: LoadResult) => run.p99
  const latency = (name: Names): ReportRow =>
    known(
      `p50 and p99 at half load, ${NAMES[name]}`,
      `${milliseconds(median(half[name].map((s) => s.p50)))}, ${milliseconds(median(half[name].map((s) => s.p99)))}`,
    )
  return {
    name: 'server',
    title: 'Server: the whole path of `movements`',
    lines: [
      atLeast('calls/s, ours to the baseline', 0.9, ratio(full.ours, full.baseline, perSecond)),
      atLeast('calls/s, ours to NestJS with TypeORM', 4, ratio(full.ours, full.nest, perSecond)),
      atMost("p99 at half load, ours to the baseline's", 1, ratio(half.ours, half.baseline, p99)),
      atLeast('calls/s at ten times the rows', 0.97, ratio(full.large, full.ours, perSecond)),
      ...(Object.keys(NAMES) as Names[]).flatMap((name) => [
        known(`calls/s, ${NAMES[name]}`, rates(name)),
        known(
          `processor per call, ${NAMES[name]}`,
          `${(median(full[name].map(cost)) * 1000).toFixed(0)} µs`,
        ),
        latency(name),
      ]),
      known(
        'time in which the load generator was stalled by the machine, at half load',
        `${((100 * median(half.ours.map((s) => s.stalled))) / (SECONDS * 1000)).toFixed(1)} %`,
      ),
    ],
    how: [
      `Session, owner, ${PAGE_ROWS} rows, log and metrics of \`server/main.ts\` in a process of its own, as \`npm start\` runs it; ${calls} drivers with a session each take turns (${largeCalls} in the large database).`,
      `The baseline is \`bench/baselineServer.ts\`: node:http and pg with three plain statements prepared by name and the same answer, without checks, log or metrics. The peer is \`bench/peers/nest.mjs\`. Pools of ${POOL}, one PostgreSQL; ours has 2 more connections, its pipeline for prepared reads. The three answers are compared field by field first.`,
      `${ROUNDS} rounds of ${SECONDS} s each, in turn, ${CONNECTIONS} connections, load from another process; ratios are of the same round, and the median is reported (in brackets the extremes).`,
      'Half load: evenly spaced calls, at half of the rate that each server reached at full load; the wait for a free connection counts as latency. Calls under way while the machine stalled the load generator for over 5 ms are not counted.',
      'Ten times the rows: 10,000 drivers and 1,000,000 movements beside 1,000 and 100,000; within 3 % counts as no slower: two runs of the same server differ by that much.',
    ],
  }
}

const NAMES: Record<Names, string> = {
  ours: 'ours',
  baseline: 'the baseline',
  nest: 'NestJS with TypeORM',
  large: 'ours, ten times the rows',
}
