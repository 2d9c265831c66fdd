import { deepStrictEqual } from 'node:assert/strict'
import { join } from 'node:path'
import {
  type MeasuredProcess,
  startMeasuredProcess,
  freePort,
  type LoadGenerator,
  startLoadGenerator,
} from '#bench/measuredProcess.ts'
import type { LoadResult } from '#bench/loadGenerator.ts'
import { installPeers } from '#bench/installPeers.ts'
import { atLeast, atMost, known, type ReportRow, milliseconds, type Report } from '#bench/report.ts'
import { median, ratio, rounds, spread } from '#bench/rounds.ts'
import {
  BENCH_DATA,
  callsOf,
  startCluster,
  PAGE_ROWS,
  type Dataset,
  datasetOf,
} from '#bench/datasets.ts'
import { movements } from '#contract/financial/movements.ts'
import { pathOf } from '#contract/service.ts'

const ROUNDS = 7
const SECONDS = 4
/** Enough to keep every contestant busy all the time. */
const CONNECTIONS = 24
/** Of each contestant: the same, so that the database is shared alike. */
const POOL = 6
const PATH = `/api/${pathOf(movements)}`
const SMALL = { drivers: 1_000, movements: 100_000 }
const LARGE = { drivers: 10_000, movements: 1_000_000 }

/** A stretch of load, with the processor time of the server's own process. */
interface Stretch extends LoadResult {
  /** Milliseconds of processor per answer. */
  cost: number
}

/** The whole path of `movements` beside a floor without promises, a usual framework, and a town ten times as large. */
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
    const ours = await start(surtidor(small))
    const floor = await start(other('bench/baselineServer.ts', small))
    const nest = await start(other('bench/peers/nest.mjs', small))
    const oursLarge = await start(surtidor(large))
    await sameAnswers([ours, floor, nest], calls)
    const contestants = {
      ours: { at: ours, calls },
      floor: { at: floor, calls },
      nest: { at: nest, calls },
      large: { at: oursLarge, calls: largeCalls },
    }
    const full = await measure(load, contestants, () => null)
    const half = await measure(load, contestants, (name) => median(full[name].map(perSecond)) / 2)
    return report(full, half, calls.length, largeCalls.length)
  } finally {
    await load.stop()
    for (const one of open) await one.stop()
    await cluster.stop()
  }
}

type Names = 'ours' | 'floor' | 'nest' | 'large'
type Measured = Record<Names, Stretch[]>
const perSecond = (seen: LoadResult) => seen.perSecond
const cost = (stretch: Stretch) => stretch.cost

async function measure(
  load: LoadGenerator,
  contestants: Record<Names, { at: MeasuredProcess; calls: string[] }>,
  rate: (name: Names) => number | null,
): Promise<Measured> {
  const run = async (name: Names, seconds: number): Promise<Stretch> => {
    const { at, calls: bodies } = contestants[name]
    const job = { port: at.port, path: PATH, bodies, connections: CONNECTIONS, seconds }
    const before = await at.processor()
    const seen = await load.run({ ...job, rate: rate(name) })
    if (seen.wrong > 0) throw new Error(`${name}: ${seen.wrong} respuestas equivocadas.`)
    const used = (await at.processor()) - before
    return { ...seen, cost: used / (seen.perSecond * seconds) }
  }
  // Nobody is measured while still being compiled.
  for (const name of Object.keys(contestants) as Names[]) await run(name, SECONDS)
  return await rounds(ROUNDS, {
    ours: () => run('ours', SECONDS),
    floor: () => run('floor', SECONDS),
    nest: () => run('nest', SECONDS),
    large: () => run('large', SECONDS),
  })
}

/** Our own program as it runs in production, its log read by nobody and its limit out of reach. */
async function surtidor(dataset: Dataset): Promise<MeasuredProcess> {
  const port = await freePort()
  const env = {
    DATABASE_URL: dataset.url,
    DATABASE_POOL: String(POOL),
    PORT: String(port),
    METRICS_PORT: '0',
    DATA_DIR: join(BENCH_DATA, `server_${dataset.movements}`),
    CALLS_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'info',
    RECONCILE: 'on',
  }
  return await startMeasuredProcess('server/main.ts', { port, env })
}

async function other(file: string, dataset: Dataset): Promise<MeasuredProcess> {
  const port = await freePort()
  return await startMeasuredProcess(file, {
    port,
    args: [dataset.url, String(port), String(POOL)],
  })
}

/** Whoever answers something else is not doing the same. */
async function sameAnswers(contestants: MeasuredProcess[], calls: string[]): Promise<void> {
  for (const body of [calls[0], calls[calls.length >> 1], calls.at(-1)]) {
    const heard = await Promise.all(
      contestants.map(async ({ port }) => {
        const headers = { 'content-type': 'text/plain; charset=utf-8' }
        const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
          method: 'POST',
          body: body ?? '',
          headers,
        })
        const { responseHeader, ...rest } = (await answer.json()) as {
          responseHeader: { rrn: string }
          movements: unknown[]
        }
        return { ...rest, responseHeader: { ...responseHeader, rrn: '' } }
      }),
    )
    for (const one of heard) deepStrictEqual(one, heard[0])
    if (heard[0]?.movements.length !== PAGE_ROWS) throw new Error('La página no vino llena.')
  }
}

function report(full: Measured, half: Measured, calls: number, largeCalls: number): Report {
  const rates = (name: Names) => {
    const [least, most] = spread(full[name].map(perSecond)).map(Math.round)
    return `${Math.round(median(full[name].map(perSecond)))} (${least}–${most})`
  }
  const tail = median(half.ours.map((s) => s.p99 / s.p50))
  const latency = (name: Names): ReportRow =>
    known(
      `p50 and p99 at half load, ${NAMES[name]}`,
      `${milliseconds(median(half[name].map((s) => s.p50)))}, ${milliseconds(median(half[name].map((s) => s.p99)))}`,
    )
  return {
    name: 'server',
    title: 'Server: the whole path of `movements`',
    lines: [
      atLeast('calls/s, ours to the bare floor', 0.9, ratio(full.ours, full.floor, perSecond)),
      atLeast('calls/s, ours to NestJS with TypeORM', 4, ratio(full.ours, full.nest, perSecond)),
      atMost('p99 to p50 at half load, ours', 2, tail),
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
        'time in which the machine let the load generator not run, at half load',
        `${((100 * median(half.ours.map((s) => s.asleep))) / (SECONDS * 1000)).toFixed(1)} %`,
      ),
    ],
    how: [
      `Session, owner, ${PAGE_ROWS} rows, log and metrics of \`server/main.ts\` in a process of its own, as \`npm start\` runs it; ${calls} drivers with a session each take turns (${largeCalls} in the large town).`,
      `The floor is \`bench/baselineServer.ts\`: node:http and pg with the same statements prepared by name and the same answer, without checks, log or metrics. The peer is \`bench/peers/nest.mjs\`. Pools of ${POOL}, one PostgreSQL; the three answers are compared field by field first.`,
      `${ROUNDS} rounds of ${SECONDS} s each, in turn, ${CONNECTIONS} connections, load from another process; ratios are of the same round, and the median is told (in brackets the extremes).`,
      'Half load: calls at even spaces, at half of what each contestant answered when full; a call that finds no line free counts its waiting. Calls under way while the load generator itself was not let run for over 5 ms (all processes of this machine stand still then) are not counted.',
      'Ten times the rows: 10,000 drivers and 1,000,000 movements beside 1,000 and 100,000; within 3 % counts as no slower, which is what two runs of the same differ by.',
    ],
  }
}

const NAMES: Record<Names, string> = {
  ours: 'ours',
  floor: 'the floor',
  nest: 'NestJS with TypeORM',
  large: 'ours, ten times the rows',
}
