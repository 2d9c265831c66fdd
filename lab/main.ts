import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { MUTATIONS } from '#lab/payments/mutations.ts'
import { type PaymentReport, type PaymentRun, runPayments } from '#lab/payments/runPayments.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'
import { runCommand } from '#tools/commands/runCommand.ts'

const USAGE =
  'se usa así: npm run lab -- payments --seed 1 --attempts 1000 --faults 0.002 [--mutations]'
/** Durability is of no use to a database that ends with the run. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']
/** Attempts of a run with a removed defence; attempts between two lines of progress; rows shown of a violation. */
const [MUTATED_ATTEMPTS, PROGRESS, SHOWN_ROWS] = [96, 600, 3]

/**
 * `npm run lab`: attacks payments by interleavings that a seed draws, and checks what was told and stored. With
 * `--mutations` it removes one defence after another, which the checks have to report.
 */
async function main(): Promise<number> {
  const options = {
    seed: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '0.002' },
    mutations: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(options, USAGE)
  if (positionals.join() !== 'payments') throw new Error(USAGE)
  const seed = positiveNumber('seed', values.seed)
  const attempts = positiveNumber('attempts', values.attempts)
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-lab-'))
  const cluster = await startEmbedded(folder, SETTINGS)
  const runOnDatabase = async (run: PaymentRun) => {
    const name = run.mutation?.name.replaceAll('-', '_') ?? 'lab'
    await withClient(cluster.urlOf('postgres'), (client) => client.query(`create database ${name}`))
    await migrateDb(cluster.urlOf(name))
    return await runPayments(cluster.urlOf(name), run)
  }
  try {
    if (!values.mutations)
      return (await attack(runOnDatabase, { seed, attempts, faultRate: Number(values.faults) }))
        ? 0
        : 1
    let missed = 0
    for (const mutation of MUTATIONS) {
      const { name, description, faultRate = 0, expects } = mutation
      const run = { seed, attempts: MUTATED_ATTEMPTS, faultRate, mutation }
      const violated = (await runOnDatabase(run)).violations.map(({ code }) => code)
      const isCaught = violated.some((code) => expects.includes(code))
      if (!isCaught) missed += 1
      print(
        `${isCaught ? '✓' : '✗'} ${name} (${description}): invariantes rotas ${violated.join(', ') || 'ninguna'}; se esperaba ${expects.join(' o ')}`,
      )
    }
    return missed === 0 ? 0 : 1
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs it and prints its report. @returns whether every invariant held */
async function attack(
  runOnDatabase: (run: PaymentRun) => Promise<PaymentReport>,
  run: PaymentRun,
): Promise<boolean> {
  const { attempts } = run
  const began = performance.now()
  const report = await runOnDatabase({
    ...run,
    onProgress: (done) => {
      if (done % PROGRESS === 0) print(`${done} de ${attempts}`)
    },
  })
  const seconds = (performance.now() - began) / 1000
  for (const { code, description, rows } of report.violations)
    print(`✗ ${code} ${description}: ${JSON.stringify(rows.slice(0, SHOWN_ROWS))}`)
  print(
    `${report.counts}\npasos ${report.steps}, fallas ${report.faults}, esperas ${report.unsettled}; ${Math.round(attempts / seconds)}/s\n` +
      `orden ${report.hashes.order}, estado ${report.hashes.state}`,
  )
  return report.violations.length === 0
}

const print = (text: string) => process.stdout.write(`${text}\n`)

runCommand(main)
