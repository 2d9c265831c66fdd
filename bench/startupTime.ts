import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, known, type Report, seconds } from '#bench/report.ts'
import { median, spread } from '#bench/rounds.ts'
import { freePorts } from '#testing/harness/freePort.ts'

const ROUNDS = 5
const root = join(import.meta.dirname, '..')

/** Measures `npm start` of an installed and built checkout, on an empty folder and again on the same one. */
export async function start(): Promise<Report> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'surtidor-start-'))
    try {
      first.push(await timeToReady(folder))
      second.push(await timeToReady(folder))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    process.stderr.write(`ronda ${round + 1} de ${ROUNDS}\n`)
  }
  const [, slowest = 0] = spread(second)
  return {
    name: 'start',
    title: 'Start: `npm start` until it serves',
    lines: [
      atMost('second start, the slowest', 5, slowest, seconds),
      known('second start, median', seconds(median(second))),
      known('first start on an empty folder, median', seconds(median(first))),
      known('first start on an empty folder, the slowest', seconds(Math.max(...first))),
    ],
    how: [
      `${ROUNDS} rounds. From the start of the program of \`npm start\`, installed and built, to the first 200 of \`/readyz\`; the first start creates the database, migrates it and writes the demo data.`,
      'Each start is ended with SIGTERM; the next one begins when its process has ended.',
    ],
  }
}

/** Seconds from the start of the program until it is ready; stops it afterwards. */
async function timeToReady(folder: string): Promise<number> {
  const [port, sandbox, metrics] = await freePorts(3)
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, 'tools/run.mjs'), 'start'], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
      METRICS_PORT: String(metrics),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/readyz`, child)
    return (performance.now() - started) / 1000
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(20)
  }
  throw new Error('npm start terminó antes de estar listo.')
}
