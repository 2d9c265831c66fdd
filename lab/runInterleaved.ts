import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { COMMON_OPTIONS } from '#lab/commonOptions.ts'
import { KIND_NAMES, kindOf } from '#lab/kinds.ts'
import type { LabReport } from '#lab/labReport.ts'
import { runInThread, type ThreadRun } from '#lab/runInThread.ts'
import { shortened } from '#lab/shortened.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const USAGE = `se usa así: npm run lab -- ${KIND_NAMES.join('|')} --seed 1 --attempts 1000 --faults 0.002 [--seeds 10] [--rounds 3] [--mutations] [--record]`
const OPTIONS = {
  ...COMMON_OPTIONS,
  seeds: { type: 'string', default: '1' },
  attempts: { type: 'string', default: '1000' },
  faults: { type: 'string', default: '0.002' },
  rounds: { type: 'string' },
  mutations: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
} as const
/** Durability is of no use to a database that ends with the run. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']
/** Milliseconds between two lines of progress; rows shown of a violation. */
const [PROGRESS_MS, SHOWN_ROWS] = [10_000, 3]

type Run = Omit<ThreadRun, 'databaseUrl'>
interface Ended {
  run: Run
  report: LabReport
  seconds: number
}

/**
 * `npm run lab -- payments|tills|console|wire` in one process: attacks by interleavings that a seed draws, and checks what
 * was told and stored. `--seeds 10` repeats it for ten seeds, as many at a time as the machine has processors;
 * `--record` writes their hashes to `bench/results/`. A run that violates an invariant is repeated with fewer rounds,
 * and the steps of the last one are printed. With `--mutations` it removes one defence after another, which the checks
 * have to report.
 */
export async function runInterleaved(): Promise<number> {
  const { values, positionals } = readArguments(OPTIONS, USAGE)
  const kind = KIND_NAMES.find((name) => name === positionals.join())
  if (!kind) throw new Error(USAGE)
  const seed = positiveNumber('seed', values.seed)
  const attempts = positiveNumber('attempts', values.attempts)
  const seeds = Array.from({ length: positiveNumber('seeds', values.seeds) }, (_, n) => seed + n)
  const rounds = values.rounds ? positiveNumber('rounds', values.rounds) : undefined
  const runs: Run[] = values.mutations
    ? kindOf(kind).mutations.map(({ name: mutation, faultRate = 0 }) => ({
        kind,
        seed,
        attempts: kindOf(kind).mutatedAttempts,
        faultRate,
        mutation,
        rounds: undefined,
      }))
    : seeds.map((one) => {
        const faultRate = Number(values.faults)
        return { kind, seed: one, attempts, faultRate, mutation: undefined, rounds }
      })
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-lab-'))
  const cluster = await startEmbedded(folder, SETTINGS)
  try {
    let databases = 0
    const attack = async (run: Run) => {
      const database = `lab_${(databases += 1)}`
      await withClient(cluster.urlOf('postgres'), (client) =>
        client.query(`create database ${database}`),
      )
      const databaseUrl = cluster.urlOf(database)
      await migrateDb(databaseUrl)
      return await runInThread({ ...run, databaseUrl }, progressOf(run))
    }
    const ended = await pLimit(availableParallelism()).map(runs, async (run) => {
      const began = performance.now()
      const one = { run, report: await attack(run), seconds: (performance.now() - began) / 1000 }
      print(values.mutations ? mutationLine(one) : reportText(one))
      if (!values.mutations && !isClean(one)) {
        const shortest = await shortened(one.report, (rounds) => attack({ ...run, rounds }))
        print(`semilla ${run.seed}, con --rounds ${shortest.rounds}:\n${shortest.trace.join('\n')}`)
      }
      return one
    })
    if (values.record)
      await writeFile(
        `bench/results/lab-${kind}.md`,
        recordOf(ended, process.argv.slice(2).join(' ')),
      )
    return ended.every(values.mutations ? isCaught : isClean) ? 0 : 1
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Prints now and then how many attempts of a run were made. */
function progressOf({ seed, attempts }: Run): (made: number) => void {
  let printedAt = performance.now()
  return (made) => {
    if (performance.now() - printedAt < PROGRESS_MS) return
    printedAt = performance.now()
    print(`semilla ${seed}: ${made} de ${attempts}`)
  }
}

const isClean = ({ report }: Ended) => report.violations.length === 0

const expectedBy = ({ kind, mutation }: Run) =>
  kindOf(kind).mutations.find(({ name }) => name === mutation)

const isCaught = ({ run, report }: Ended) =>
  report.violations.some(({ code }) => expectedBy(run)?.expects.includes(code))

function mutationLine(ended: Ended): string {
  const { name, description, expects } = expectedBy(ended.run) ?? {}
  const violated = ended.report.violations.map(({ code }) => code).join(', ') || 'ninguna'
  return `${isCaught(ended) ? '✓' : '✗'} ${name} (${description}): invariantes rotas ${violated}; se esperaba ${expects?.join(' o ')}`
}

function reportText({ run, report, seconds }: Ended): string {
  const { violations, counts, steps, faults, hashes } = report
  return [
    ...violations.map(
      ({ code, description, rows }) =>
        `✗ ${code} ${description}: ${JSON.stringify(rows.slice(0, SHOWN_ROWS))}`,
    ),
    counts,
    `semilla ${run.seed}: pasos ${steps}, fallas ${faults}; ${rate(run.attempts, seconds)}/s`,
    `orden ${hashes.order}, estado ${hashes.state}`,
  ].join('\n')
}

const rate = (attempts: number, seconds: number) => Math.round(attempts / seconds)

/** A table of the runs, in Markdown. */
function recordOf(ended: readonly Ended[], command: string): string {
  const rows = ended.map(({ run, report: { steps, faults, violations, hashes } }) => [
    run.seed,
    run.attempts,
    steps,
    faults,
    violations.map(({ code }) => code).join(' ') || '—',
    hashes.order,
    hashes.state,
  ])
  const head = ['semilla', 'intentos', 'pasos', 'fallas', 'invariantes rotas', 'orden', 'estado']
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
  return [
    `# npm run lab -- ${command}`,
    '',
    `commit ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}: another one may have other hashes.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n')
}

const print = (text: string) => process.stdout.write(`${text}\n`)
