import { atMost, known, type Report, seconds } from '#bench/report.ts'
import { median } from '#bench/rounds.ts'
import { startStack } from '#testing/harness/startStack.ts'

const ROUNDS = 5

/** Measures `npm start` of an installed and built checkout, on an empty folder and again on the same one. */
export async function start(): Promise<Report> {
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const stack = await startStack()
    try {
      first.push((performance.now() - began) / 1000)
      await stack.stop()
      const again = performance.now()
      const restarted = await startStack({ folder: stack.folder })
      second.push((performance.now() - again) / 1000)
      const { ok } = await fetch(`${restarted.app}/readyz`)
      await restarted.stop()
      if (!ok) throw new Error(`npm start no arrancó: ${restarted.output()}`)
    } finally {
      await stack.remove()
    }
    process.stderr.write(`ronda ${round + 1} de ${ROUNDS}\n`)
  }
  return {
    name: 'start',
    title: 'Start: `npm start` until it serves',
    lines: [
      atMost('second start, the slowest', 5, Math.max(...second), seconds),
      known('second start, median', seconds(median(second))),
      known('first start on an empty folder, median', seconds(median(first))),
      known('first start on an empty folder, the slowest', seconds(Math.max(...first))),
    ],
    how: [
      `${ROUNDS} rounds. From the start of the program of \`npm start\`, installed and built, until it has printed its table of addresses; the first start creates the database, migrates it and writes the demo data.`,
      'Each start is ended with SIGTERM; the next one begins when its process has ended.',
    ],
  }
}
