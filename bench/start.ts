import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testing/freePort.ts'
import { atMost, known, type Report, seconds } from '#bench/report.ts'
import { median, spread } from '#bench/rounds.ts'

const ROUNDS = 5
const root = join(import.meta.dirname, '..')

/** `npm start` of an installed and built checkout: on an empty folder, and again on what it left. */
export async function start(): Promise<Report> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'surtidor-start-'))
    try {
      first.push(await untilReady(folder))
      second.push(await untilReady(folder))
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
      `${ROUNDS} rounds. From the call of \`npm start\`'s own program, installed and built, to the first 200 of \`/readyz\`; the first start makes the database, migrates it and fills the demo town.`,
      'Each start is ended by SIGTERM, and the next begins when its process is gone.',
    ],
  }
}

/** Seconds from calling the program to its first sign of being ready; then it is ended. */
async function untilReady(folder: string): Promise<number> {
  const [port, sandbox, metrics] = [await freePort(), await freePort(), await freePort()]
  const began = performance.now()
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
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  try {
    await readiness(`http://127.0.0.1:${port}/readyz`, child)
    return (performance.now() - began) / 1000
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

async function readiness(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await sleep(20)
  }
  throw new Error('npm start se fue antes de estar listo.')
}
