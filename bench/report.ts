import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'

/** One figure and its target. */
export interface ReportRow {
  what: string
  /** Empty: for information only. */
  target: string
  result: string
  /** Null when there is no target. */
  met: boolean | null
}

/** The result of one bench. */
export interface Report {
  /** Name of the file under `results/`. */
  name: string
  title: string
  /** How it was measured. */
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
/** A row without a target. */
export const known = (what: string, result: string): ReportRow => ({
  what,
  target: '',
  result,
  met: null,
})

export const times = (ratio: number) => `${ratio.toFixed(2)}×`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
export const seconds = (s: number) => `${s.toFixed(2)} s`

/** Prints a report and writes it to `results/`, with a description of the machine. */
export async function writeReport(report: Report): Promise<void> {
  const text = toMarkdown(report)
  process.stdout.write(`\n${text}\n`)
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${report.name}.md`), text)
}

function toMarkdown({ title, how, lines }: Report): string {
  const mark = { true: 'yes', false: '**no**', null: '' }
  const table = [
    ['what', 'target', 'result', 'reached'],
    ['---', '---', '---', '---'],
    ...lines.map(({ what, target, result, met }) => [what, target, result, mark[`${met}`]]),
  ]
  return [
    `# ${title}`,
    '',
    machine(),
    '',
    ...table.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...how.map((sentence) => `- ${sentence}`),
    '',
  ].join('\n')
}

function machine(): string {
  const [cpu] = cpus()
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(', ')
  return [
    new Date().toISOString().slice(0, 16).replace('T', ' '),
    `commit ${commit()}`,
    `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `load over 1, 5 and 15 minutes at the end, including this bench: ${load}`,
  ].join(' · ')
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim()
  } catch {
    return 'unknown'
  }
}
