import { type RunContext, runWithPostgres } from '#testing/harness/runWithPostgres.ts'
import { positiveNumber, readArguments } from '#tools/commands/readArguments.ts'
import { runCommand } from '#tools/commands/runCommand.ts'
import { loadResults } from '#tools/faultInjection/loadResults.ts'
import { report, violatedIn } from '#tools/faultInjection/report.ts'
import { NO_SYNCHRONOUS_COMMIT, runFaults } from '#tools/faultInjection/runFaults.ts'
import { runLoad } from '#tools/faultInjection/runLoad.ts'

/**
 * `npm run faults -- --attempts 10000 --seed 1`: card payments under injected faults and forged
 * messages, checked against the gateway's event log. `--mutations` then repeats a short run whose commits
 * do not wait for the disk, which the checker has to report; the other defences are removed in the lab.
 *
 * `npm run faults -- --minutes 30 --rate 20`: drivers, payments and mail at a fixed rate
 * against two servers, which are restarted one after the other, like their database.
 *
 * `--keep` leaves the folder with the log of each program. Exits with 0 when every invariant held and
 * the mutation was caught, or the load left no finding.
 */
const USAGE = {
  attempts: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  mutations: { type: 'boolean', default: false },
  minutes: { type: 'string' },
  rate: { type: 'string', default: '20' },
  keep: { type: 'boolean', default: false },
} as const

const print = (text: string) => process.stdout.write(`${text}\n`)

async function runUnchanged(attempts: number, seed: number, run: RunContext): Promise<boolean> {
  print(`Inyección de fallas: ${attempts} intentos, semilla ${seed}`)
  const result = await runFaults({ attempts, seed }, run)
  const passed = violatedIn(result).length === 0
  print(`${report(result)}${passed ? 'VERDE' : 'ROJA'}`)
  return passed
}

async function isCaught(seed: number, run: RunContext): Promise<boolean> {
  const mutation = NO_SYNCHRONOUS_COMMIT
  const { name, attempts, expects } = mutation
  const result = await runFaults({ attempts, seed, mutation }, run)
  const violated = violatedIn(result)
  const caught = violated.includes(expects)
  print(
    `${caught ? '✓' : '✗'} ${name}: invariantes rotas ${violated.join(', ') || 'ninguna'}; se esperaba ${expects}`,
  )
  if (!caught) print(report(result))
  return caught
}

/** The chosen mode, as a function of what it runs on. */
function readMode() {
  const { values } = readArguments(USAGE)
  const { keep } = values
  const seed = positiveNumber('seed', values.seed)
  if (values.minutes !== undefined) {
    const minutes = positiveNumber('minutes', values.minutes)
    const rate = positiveNumber('rate', values.rate)
    const run = async (context: RunContext) => {
      print(`Prueba de carga: ${minutes} min, ${rate} llegadas por segundo, semilla ${seed}`)
      const { text, passed } = loadResults(await runLoad({ minutes, rate, seed }, context))
      print(`${text}\n${passed ? 'VERDE' : 'ROJA'}`)
      return passed
    }
    return { keep, run }
  }
  const attempts = positiveNumber('attempts', values.attempts)
  const run = async (context: RunContext) => {
    const passed = await runUnchanged(attempts, seed, context)
    const caught = !values.mutations || (await isCaught(seed, context))
    return passed && caught
  }
  return { keep, run }
}

runCommand(async () => {
  const { keep, run } = readMode()
  return await runWithPostgres({ name: 'faults', keep }, run)
})
