import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeAll, stopAll } from '#testing/harness/killableProcess.ts'
import { type Cluster, startCluster } from '#testing/harness/processes.ts'
import { runGuarded, type Watchdog } from '#testing/harness/runGuarded.ts'
import { MUTATIONS, type Mutation } from '#tools/faultInjection/mutations.ts'
import { report, violatedIn } from '#tools/faultInjection/report.ts'
import { runFaultInjection } from '#tools/faultInjection/run.ts'

/**
 * `npm run faults -- --attempts 10000 --seed 1`: card payments under injected faults and forged
 * messages, checked against the gateway's event log. `--mutations` then repeats a short run for
 * each removed defence, which the checker has to report. `--mutations no-row-lock` runs that one
 * alone. `--keep` leaves the folder with the log of each program.
 * @returns whether every invariant held and every mutation was caught
 */
async function main(options: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-faults-'))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const cleanUp = async () => {
    await stopAll()
    if (options.keep) process.stdout.write(`Registros de cada programa en ${folder}\n`)
    else await rm(folder, { recursive: true, force: true })
  }
  return runGuarded((watchdog) => runAll(folder, options, watchdog), {
    silenceMs: SILENCE_LIMIT_MS,
    cleanUpMs: CLEAN_UP_TIMEOUT_MS,
    describeState: describeAll,
    cleanUp,
    print: (text) => process.stderr.write(text),
  })
}

async function runAll(folder: string, options: Options, watchdog: Watchdog): Promise<boolean> {
  const cluster = await startCluster(folder, watchdog.abort)
  const shared = { folder, cluster, seed: options.seed, watchdog }
  let passed = true
  if (!options.single) passed = await runUnchanged({ ...shared, attempts: options.attempts })
  const attempts = options.single ? options.attempts : ATTEMPTS_PER_MUTATION
  const runInOrder = async (mutations: readonly Mutation[]) => {
    let allCaught = true
    for (const mutation of mutations)
      allCaught = (await runMutated({ ...shared, attempts }, mutation, options.single)) && allCaught
    return allCaught
  }
  // A mutation without a short timeout waits idle for a minute: the others run meanwhile.
  const caught = await Promise.all([
    runInOrder(options.mutations.filter(({ settleTimeoutMs }) => settleTimeoutMs === undefined)),
    runInOrder(options.mutations.filter(({ settleTimeoutMs }) => settleTimeoutMs !== undefined)),
  ])
  return passed && caught.every(Boolean)
}

/** More than a process may take to start, whose own reason then comes first. */
const SILENCE_LIMIT_MS = 200_000
const CLEAN_UP_TIMEOUT_MS = 60_000
/** Attempts of each mutated run that follows an unchanged one. */
const ATTEMPTS_PER_MUTATION = 60

interface SharedOptions {
  folder: string
  cluster: Cluster
  seed: number
  attempts: number
  watchdog: Watchdog
}

async function runUnchanged(shared: SharedOptions): Promise<boolean> {
  const { attempts, seed } = shared
  process.stdout.write(`Inyección de fallas: ${attempts} intentos, semilla ${seed}\n`)
  const run = await runFaultInjection({
    ...shared,
    name: 'unchanged',
    mutation: null,
    onProgress: progressLine(shared),
  })
  const passed = violatedIn(run).length === 0
  process.stdout.write(`${report(run, shared)}${passed ? 'VERDE' : 'ROJA'}\n`)
  return passed
}

async function runMutated(
  shared: SharedOptions,
  mutation: Mutation,
  fullReport: boolean,
): Promise<boolean> {
  const { name, description, expects } = mutation
  const run = await runFaultInjection({ ...shared, name, mutation, onProgress: () => {} })
  const violated = violatedIn(run)
  const caught = violated.some((invariant) => expects.includes(invariant))
  process.stdout.write(
    `${caught ? '✓' : '✗'} ${name} (${description}): invariantes rotas ${violated.join(', ') || 'ninguna'}` +
      `; se esperaba ${expects.join(' o ')}\n`,
  )
  if (fullReport || !caught) process.stdout.write(report(run, shared))
  return caught
}

/** Rewrites one line with the number of ended attempts on a terminal; elsewhere it writes one now and then. */
function progressLine({ attempts }: SharedOptions): () => void {
  let ended = 0
  let writtenAt = performance.now()
  return () => {
    ended += 1
    if (process.stdout.isTTY)
      process.stdout.write(`\r  ${ended}/${attempts}${ended === attempts ? '\n' : ''}`)
    else if (performance.now() - writtenAt > PROGRESS_INTERVAL_MS) {
      writtenAt = performance.now()
      process.stdout.write(`  ${ended}/${attempts}\n`)
    }
  }
}
const PROGRESS_INTERVAL_MS = 30_000

type Options = ReturnType<typeof readArguments>
function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      attempts: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      mutations: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [name] = positionals
  const named = MUTATIONS.filter((mutation) => mutation.name === name)
  if (name !== undefined && (!values.mutations || named.length === 0))
    throw new Error(
      `--mutations admite uno de ${MUTATIONS.map((mutation) => mutation.name).join(', ')}.`,
    )
  return {
    attempts: positiveInteger('attempts', values.attempts),
    seed: positiveInteger('seed', values.seed),
    mutations: name ? named : values.mutations ? MUTATIONS : [],
    /** One mutation alone, without the unchanged run before it. */
    single: name !== undefined,
    keep: values.keep,
  }
}

function positiveInteger(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`--${name} tiene que ser un número entero mayor que 0, no «${text}».`)
}

function readArgumentsOrExit(): Options {
  try {
    return readArguments()
  } catch (error) {
    process.stderr.write(`surtidor: ${(error as Error).message}\n`)
    return process.exit(1)
  }
}

main(readArgumentsOrExit()).then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`surtidor: ${error.stack ?? error.message}\n`)
    process.exit(1)
  },
)
