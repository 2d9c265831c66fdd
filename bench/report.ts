import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { median } from '#bench/interleavedRounds.ts'

/** One figure; without a target it is for information only. */
export interface ReportRow {
  what: string
  result: string
  target?: string
  met?: boolean
}

export interface Report {
  /** Name of the file under `results/`. */
  name: string
  title: string
  how: string[]
  lines: ReportRow[]
}

/** A row whose value must not be below, or not above, a bound. */
export const atLeast = (what: string, bound: number, value: number, show = times): ReportRow => ({
  what,
  target: `≥ ${show(bound)}`,
  result: show(value),
  met: value >= bound,
})
export const atMost = (what: string, bound: number, value: number, show = times): ReportRow => ({
  what,
  target: `≤ ${show(bound)}`,
  result: show(value),
  met: value <= bound,
})
export const known = (what: string, result: string): ReportRow => ({ what, result })

const times = (ratio: number) => `${ratio.toFixed(2)}×`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
export const seconds = (value: number) => `${value.toFixed(1)} s`
/** The medians of figures in milliseconds. */
export const medians = (...figures: number[][]) =>
  figures.map((values) => milliseconds(median(values))).join(', ')

/** Prints a report and writes it to `results/`, with a description of the machine. */
export async function writeReport({ name, title, how, lines }: Report): Promise<void> {
  const [cpu] = cpus()
  const load = loadavg().map((average) => average.toFixed(1))
  const machine = [
    new Date().toISOString().slice(0, 16).replace('T', ' '),
    `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load over 1, 5 and 15 minutes at the end, including this bench: ${load.join(', ')}`,
  ]
  const table = [
    ['what', 'target', 'result', 'reached'],
    ['---', '---', '---', '---'],
    ...lines.map(({ what, target = '', result, met }) => {
      return [what, target, result, target && (met ? 'yes' : '**no**')]
    }),
  ]
  const text = [
    `# ${title}`,
    '',
    machine.join(' · '),
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...how.map((sentence) => `- ${sentence}`),
    '',
  ].join('\n')
  process.stdout.write(`\n${text}\n`)
  await writeFile(join(import.meta.dirname, 'results', `${name}.md`), text)
}
