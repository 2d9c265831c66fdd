import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#db/core/withClient.ts'
import { migrateDb } from '#db/migrate.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { runPayments } from '#lab/payments/runPayments.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'
import { runCommand } from '#tools/commands/runCommand.ts'

const USAGE = 'se usa así: npm run lab -- payments --seed 1 --attempts 1000 --faults 0.002'
/** Durability is of no use to a database that ends with the run. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'autovacuum=off']

/** `npm run lab`: attacks payments by interleavings that a seed draws, and checks what was told and stored. */
async function main(): Promise<number> {
  const options = {
    seed: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '1000' },
    faults: { type: 'string', default: '0.002' },
  } as const
  const { values, positionals } = readArguments(options, USAGE)
  if (positionals.join() !== 'payments') throw new Error(USAGE)
  const seed = positiveNumber('seed', values.seed)
  const attempts = positiveNumber('attempts', values.attempts)
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-lab-'))
  const cluster = await startEmbedded(folder, SETTINGS)
  try {
    const url = cluster.urlOf('lab')
    await withClient(cluster.urlOf('postgres'), (client) => client.query('create database lab'))
    await migrateDb(url)
    const began = performance.now()
    const report = await runPayments(url, {
      seed,
      attempts,
      faultRate: Number(values.faults),
      onProgress: (done) => {
        if (done % 600 === 0) process.stdout.write(`${done} de ${attempts}\n`)
      },
    })
    const seconds = (performance.now() - began) / 1000
    for (const { code, description, rows } of report.violations)
      process.stdout.write(`✗ ${code} ${description}: ${JSON.stringify(rows.slice(0, 3))}\n`)
    process.stdout.write(
      `${report.counts}\npasos ${report.steps}, fallas ${report.faults}, esperas ${report.unsettled}; ${Math.round(attempts / seconds)}/s\n` +
        `orden ${report.hashes.order}, estado ${report.hashes.state}\n`,
    )
    return report.violations.length > 0 ? 1 : 0
  } finally {
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

runCommand(main)
