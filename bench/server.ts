import { deepStrictEqual } from 'node:assert/strict'
import { BENCH_DATA, callsOf, datasetOf, PAGE_ROWS } from '#bench/datasets.ts'
import { median, rates, ratio, rounds } from '#bench/interleavedRounds.ts'
import { generateLoad, type LoadResult } from '#bench/loadGenerator.ts'
import { type MeasuredProcess, startBaseline, startOurServer } from '#bench/measuredProcess.ts'
import { atLeast, atMost, known, medians, type Report } from '#bench/report.ts'
import { type AnswerOf, pathOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import type { ResponseHeader } from '#contract/header.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'

const ROUNDS = 7
const SECONDS = 4
/** Enough to keep every measured server busy all the time. */
const CONNECTIONS = 24
const POOL = 6
const PATH = `/api/${pathOf(movements)}`
const SMALL = { drivers: 1_000, movements: 100_000 }
const LARGE = { drivers: 10_000, movements: 1_000_000 }
/** The rate limit is never reached. */
const SETTINGS = {
  DATABASE_POOL: String(POOL),
  CALLS_PER_MINUTE: '1000000000',
  LOG_LEVEL: 'info',
  RECONCILE: 'on',
}

const NAMES = { ours: 'ours', baseline: 'the baseline', large: 'ours, ten times the rows' }
type Name = keyof typeof NAMES
/** Figures by round. */
type Measured = Record<Name, Record<keyof LoadResult, number[]>>

/** The whole path of `movements` beside a bare baseline, and on a database ten times as large. */
export async function benchServer(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA)
  const open: MeasuredProcess[] = []
  try {
    const small = await datasetOf(cluster, SMALL)
    const large = await datasetOf(cluster, LARGE)
    const calls = await callsOf(small)
    const largeCalls = await callsOf(large)
    open.push(await startOurServer(small, SETTINGS))
    open.push(await startBaseline(small, POOL))
    open.push(await startOurServer(large, SETTINGS))
    const [ours, baseline, oursLarge] = open as [MeasuredProcess, MeasuredProcess, MeasuredProcess]
    await assertSameAnswers([ours, baseline], calls)
    const run = ({ port }: MeasuredProcess, bodies: string[], rate?: number) =>
      generateLoad({ port, path: PATH, bodies, connections: CONNECTIONS, seconds: SECONDS, rate })
    const measure = (rate: (name: Name) => number | undefined): Promise<Measured> =>
      rounds(ROUNDS, {
        ours: () => run(ours, calls, rate('ours')),
        baseline: () => run(baseline, calls, rate('baseline')),
        large: () => run(oursLarge, largeCalls, rate('large')),
      })
    // One run each before measuring: V8 compiles the code while it warms up.
    for (const one of open) await run(one, one === oursLarge ? largeCalls : calls)
    const full = await measure(() => undefined)
    const half = await measure((name) => median(full[name].perSecond) / 2)
    return report(full, half, calls.length, largeCalls.length)
  } finally {
    for (const one of open) await one.stop()
    await cluster.stop()
  }
}

/** Checks that all servers give the same answers; otherwise they would not do the same work. */
async function assertSameAnswers(servers: MeasuredProcess[], calls: string[]): Promise<void> {
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  for (const body of [calls[0] ?? '', calls.at(-1) ?? '']) {
    const answers = servers.map(async ({ port }) => {
      const url = `http://127.0.0.1:${port}${PATH}`
      const response = await fetch(url, { method: 'POST', body, headers })
      const answer = (await response.json()) as AnswerOf<typeof movements> & {
        responseHeader: ResponseHeader
      }
      return { ...answer, responseHeader: { ...answer.responseHeader, rrn: '' } }
    })
    const [first, ...others] = await Promise.all(answers)
    for (const other of others) deepStrictEqual(other, first)
    if (first?.movements.length !== PAGE_ROWS) throw new Error('La página no vino llena.')
  }
}

function report(full: Measured, half: Measured, calls: number, largeCalls: number): Report {
  return {
    name: 'server',
    title: 'Server: the whole path of `movements`',
    lines: [
      atLeast(
        'calls/s, ours to the baseline',
        1,
        ratio(full.ours.perSecond, full.baseline.perSecond),
      ),
      atMost(
        "p99 at half load, ours to the baseline's",
        1,
        ratio(half.ours.p99, half.baseline.p99),
      ),
      atLeast(
        'calls/s at ten times the rows',
        0.97,
        ratio(full.large.perSecond, full.ours.perSecond),
      ),
      ...Object.entries(NAMES).flatMap(([name, shown]) => {
        const { p50, p99 } = half[name as Name]
        return [
          known(`calls/s, ${shown}`, rates(full[name as Name].perSecond)),
          known(`p50 and p99 at half load, ${shown}`, medians(p50, p99)),
        ]
      }),
    ],
    how: [
      `Session, owner, ${PAGE_ROWS} rows, log and metrics of \`server/main.ts\` in a process of its own, as \`npm start\` runs it; ${calls} drivers with a session each take turns (${largeCalls} in the large database).`,
      `The baseline is \`bench/peers/baselineServer.ts\`: node:http and pg with four plain statements prepared by name and the same answer, without checks, log or metrics. Pools of ${POOL}, one PostgreSQL; ours has 2 more connections, its pipeline for prepared reads. The answers of both are compared field by field first.`,
      `${ROUNDS} rounds of ${SECONDS} s each, in turn, ${CONNECTIONS} connections, load from another process; ratios are of the same round, and the median is reported (in brackets the extremes).`,
      'Half load: evenly spaced calls, at half of the rate that each server reached at full load; the wait for a free connection counts as latency.',
      'The slowest 1 % are calls that wait together: every few seconds either server stands still for 20 to 50 ms, with three processes on two cores. Ours has a young generation of 64 MB, and a collection of it is such a wait.',
      'Ten times the rows: 10,000 drivers and 1,000,000 movements beside 1,000 and 100,000; within 3 % counts as no slower: two runs of the same server differ by that much.',
    ],
  }
}
