import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { violatedIn } from '#lab/evidence/checkRun.ts'
import { report } from '#lab/processes/report.ts'
import { NO_SYNCHRONOUS_COMMIT, runFaults } from '#lab/processes/runFaults.ts'
import { type RunContext, runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'

const OPTIONS = {
  ...PROCESS_OPTIONS,
  attempts: { type: 'string', default: '1000' },
  mutations: { type: 'boolean', default: false },
} as const

/**
 * `npm run lab -- payments --stack processes --attempts 10000`: card payments under injected faults and forged
 * messages, checked against the gateway's event log. `--mutations` then repeats a short run whose commits do not wait
 * for the disk, which the checker has to report; the other defences are removed in one process.
 */
export async function runPayments(): Promise<never> {
  const { values } = readArguments(OPTIONS)
  const seed = positiveNumber('seed', values.seed)
  const attempts = positiveNumber('attempts', values.attempts)
  return await runWithPostgres({ name: 'payments', keep: values.keep }, async (context) => {
    const passed = await runUnchanged(attempts, seed, context)
    const caught = !values.mutations || (await isCaught(seed, context))
    return passed && caught
  })
}

async function runUnchanged(attempts: number, seed: number, run: RunContext): Promise<boolean> {
  print(`Inyección de fallas: ${attempts} intentos, semilla ${seed}`)
  const result = await runFaults({ attempts, seed }, run)
  print(report(result))
  return violatedIn(result.results).length === 0
}

async function isCaught(seed: number, run: RunContext): Promise<boolean> {
  const mutation = NO_SYNCHRONOUS_COMMIT
  const { name, attempts, expects } = mutation
  const result = await runFaults({ attempts, seed, mutation }, run)
  const violated = violatedIn(result.results)
  const caught = violated.includes(expects)
  print(
    `${caught ? '✓' : '✗'} ${name}: invariantes rotas ${violated.join(', ') || 'ninguna'}; se esperaba ${expects}`,
  )
  if (!caught) print(report(result))
  return caught
}

const print = (text: string) => process.stdout.write(`${text}\n`)
