import { parseArgs } from 'node:util'
import { positiveNumber, type RunContext, runOnCluster } from '#testing/harness/runOnCluster.ts'
import { findingsOf } from '#tools/faultInjection/loadFindings.ts'
import { loadReport } from '#tools/faultInjection/loadReport.ts'
import { MUTATIONS, type Mutation } from '#tools/faultInjection/mutations.ts'
import { report, violatedIn } from '#tools/faultInjection/report.ts'
import { runFaults } from '#tools/faultInjection/runFaults.ts'
import { type LoadOptions, runLoad } from '#tools/faultInjection/runLoad.ts'

/**
 * `npm run faults -- --attempts 10000 --seed 1`: card payments under injected faults and forged
 * messages, checked against the gateway's event log. `--mutations` then repeats a short run for
 * each removed defence, which the checker has to report; `--mutations no-row-lock` runs that one
 * alone.
 *
 * `npm run faults -- --minutes 30 --rate 20`: drivers, payments, mail and operators at a fixed rate
 * against two servers, which are restarted one after the other, like their database.
 *
 * `--keep` leaves the folder with the log of each program. Exits with 0 when every invariant held and
 * every mutation was caught, or the load left no finding.
 */
const USAGE = {
  attempts: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  mutations: { type: 'boolean', default: false },
  minutes: { type: 'string' },
  rate: { type: 'string', default: '20' },
  keep: { type: 'boolean', default: false },
} as const
/** Attempts of each mutated run that follows an unchanged one. */
const ATTEMPTS_PER_MUTATION = 60
const PROGRESS_INTERVAL_MS = 30_000

/** A run under faults. */
interface FaultOptions {
  attempts: number
  seed: number
  mutations: readonly Mutation[]
  /** One mutation alone, without the unchanged run before it. */
  single: boolean
}

async function runUnderFaults(options: FaultOptions, run: RunContext): Promise<boolean> {
  const { attempts, single, mutations } = options
  const passed = single || (await runUnchanged(options, run))
  const ofMutations = { ...options, attempts: single ? attempts : ATTEMPTS_PER_MUTATION }
  const runInOrder = async (inOrder: readonly Mutation[]) => {
    let allCaught = true
    for (const mutation of inOrder)
      allCaught = (await runMutated(ofMutations, mutation, run)) && allCaught
    return allCaught
  }
  // A mutation without a short timeout waits idle for a minute: the others run meanwhile.
  const caught = await Promise.all([
    runInOrder(mutations.filter(({ settleTimeoutMs }) => settleTimeoutMs === undefined)),
    runInOrder(mutations.filter(({ settleTimeoutMs }) => settleTimeoutMs !== undefined)),
  ])
  return passed && caught.every(Boolean)
}

async function runUnchanged(options: FaultOptions, context: RunContext): Promise<boolean> {
  const { attempts, seed } = options
  process.stdout.write(`Inyección de fallas: ${attempts} intentos, semilla ${seed}\n`)
  const onProgress = progressLine(attempts)
  const run = await runFaults({ attempts, seed, mutation: null, onProgress }, context)
  const passed = violatedIn(run).length === 0
  process.stdout.write(`${report(run, options)}${passed ? 'VERDE' : 'ROJA'}\n`)
  return passed
}

async function runMutated(
  options: FaultOptions,
  mutation: Mutation,
  context: RunContext,
): Promise<boolean> {
  const { attempts, seed, single } = options
  const { name, description, expects } = mutation
  const run = await runFaults({ attempts, seed, mutation, onProgress: () => {} }, context)
  const violated = violatedIn(run)
  const caught = violated.some((invariant) => expects.includes(invariant))
  process.stdout.write(
    `${caught ? '✓' : '✗'} ${name} (${description}): invariantes rotas ${violated.join(', ') || 'ninguna'}` +
      `; se esperaba ${expects.join(' o ')}\n`,
  )
  if (single || !caught) process.stdout.write(report(run, options))
  return caught
}

/** Rewrites one line with the number of ended attempts on a terminal; elsewhere it writes one now and then. */
function progressLine(attempts: number): (ended: number) => void {
  let writtenAt = performance.now()
  return (ended) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\r  ${ended}/${attempts}${ended === attempts ? '\n' : ''}`)
    else if (performance.now() - writtenAt > PROGRESS_INTERVAL_MS) {
      writtenAt = performance.now()
      process.stdout.write(`  ${ended}/${attempts}\n`)
    }
  }
}

async function runUnderLoad(options: LoadOptions, context: RunContext): Promise<boolean> {
  const { minutes, rate, seed } = options
  process.stdout.write(
    `Prueba de carga: ${minutes} min, ${rate} llegadas por segundo, semilla ${seed}\n`,
  )
  const evidence = await runLoad(options, context)
  const findings = findingsOf(evidence)
  process.stdout.write(loadReport(evidence))
  for (const finding of findings) process.stdout.write(`  MAL  ${finding}\n`)
  process.stdout.write(findings.length === 0 ? 'VERDE\n' : 'ROJA\n')
  return findings.length === 0
}

/** The chosen mode, as a function of what it runs on. */
function readArguments() {
  const { values, positionals } = parseArgs({ options: USAGE, allowPositionals: true })
  const seed = positiveNumber('seed', values.seed)
  if (values.minutes !== undefined) {
    const minutes = positiveNumber('minutes', values.minutes)
    const load = { minutes, rate: positiveNumber('rate', values.rate), seed }
    return { keep: values.keep, run: (context: RunContext) => runUnderLoad(load, context) }
  }
  const [name] = positionals
  const named = MUTATIONS.filter((mutation) => mutation.name === name)
  if (name !== undefined && (!values.mutations || named.length === 0))
    throw new Error(
      `--mutations admite uno de ${MUTATIONS.map((mutation) => mutation.name).join(', ')}.`,
    )
  const options = {
    attempts: positiveNumber('attempts', values.attempts),
    seed,
    mutations: name ? named : values.mutations ? MUTATIONS : [],
    single: name !== undefined,
  }
  return { keep: values.keep, run: (context: RunContext) => runUnderFaults(options, context) }
}

try {
  const { keep, run } = readArguments()
  await runOnCluster({ name: 'faults', keep }, run)
} catch (error) {
  process.stderr.write(`surtidor: ${(error as Error).message}\n`)
  process.exit(1)
}
