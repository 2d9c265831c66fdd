import { PROCESS_OPTIONS } from '#lab/commonOptions.ts'
import { violatedIn } from '#lab/evidence/checkRun.ts'
import { report } from '#lab/processes/report.ts'
import { NO_SYNCHRONOUS_COMMIT, runFaults } from '#lab/processes/runFaults.ts'
import { runWithPostgres } from '#testing/harness/runWithPostgres.ts'
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
    print(`Inyección de fallas: ${attempts} intentos, semilla ${seed}`)
    const result = await runFaults({ attempts, seed }, context)
    print(report(result))
    const passed = violatedIn(result.results).length === 0
    if (!values.mutations) return passed
    const mutation = NO_SYNCHRONOUS_COMMIT
    const mutated = await runFaults({ attempts: mutation.attempts, seed, mutation }, context)
    const caught = violatedIn(mutated.results).includes(mutation.expects)
    print(`${caught ? '✓' : '✗'} ${mutation.name}: se esperaba ${mutation.expects}`)
    print(report(mutated))
    return passed && caught
  })
}

const print = (text: string) => process.stdout.write(`${text}\n`)
