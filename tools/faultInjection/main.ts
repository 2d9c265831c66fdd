import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runFaultInjection, type RunOptions, type RunResult } from '#tools/faultInjection/run.ts'
import { type Cluster, startCluster, stopAll } from '#tools/faultInjection/processes.ts'
import { brokenIn, report } from '#tools/faultInjection/report.ts'
import { MUTATIONS, type Mutation } from '#tools/faultInjection/mutations.ts'

/**
 * `npm run campaign -- --attempts 10000 --seed 1`: card payments among adversaries, judged by the
 * gateway's own log. With `--sabotage` the campaign itself is tried afterwards: each defence taken
 * away must be noticed. With `--sabotage no-row-lock` just that one is tried.
 */
async function main(options: Options): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-campaign-'))
  // Where PostgreSQL runs as nobody, nobody has to get in.
  await chmod(folder, 0o711)
  const tidyUp = async () => {
    await stopAll()
    if (options.keep) process.stdout.write(`Registros de cada programa en ${folder}\n`)
    else await rm(folder, { recursive: true, force: true })
  }
  let tidying: Promise<void> | undefined
  const clean = () => (tidying ??= tidyUp())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => void clean().finally(() => process.exit(1)))
  try {
    const cluster = await startCluster(folder)
    const parts = { folder, cluster, seed: options.seed }
    let green = true
    if (!options.single) green = await honest({ ...parts, attempts: options.attempts })
    // The one without a reconciler waits a whole minute for nothing: the others use that time.
    const idle = options.sabotages.filter(({ name }) => name === 'no-reconciler')
    const busy = options.sabotages.filter(({ name }) => name !== 'no-reconciler')
    const attempts = options.single ? options.attempts : SABOTAGED
    const inOrder = async (list: readonly Mutation[]) => {
      let all = true
      for (const sabotage of list)
        all = (await sabotaged({ ...parts, attempts }, sabotage, options.single)) && all
      return all
    }
    const noticed = await Promise.all([inOrder(idle), inOrder(busy)])
    return green && noticed.every(Boolean)
  } finally {
    await clean()
  }
}

/** Attempts of a sabotaged campaign that follows an honest one. */
const SABOTAGED = 60

interface Parts {
  folder: string
  cluster: Cluster
  seed: number
  attempts: number
}

async function honest(parts: Parts): Promise<boolean> {
  process.stdout.write(`Campaña de ${parts.attempts} intentos, semilla ${parts.seed}\n`)
  const outcome = await runFaultInjection({
    ...parts,
    name: 'honest',
    sabotage: null,
    progress: bar(parts),
  })
  const green = brokenIn(outcome).length === 0
  process.stdout.write(`${report(outcome, parts)}${green ? 'VERDE' : 'ROJA'}\n`)
  return green
}

async function sabotaged(parts: Parts, sabotage: Mutation, whole: boolean): Promise<boolean> {
  const orders: RunOptions = { ...parts, name: sabotage.name, sabotage, progress: () => {} }
  const outcome: RunResult = await runFaultInjection(orders)
  const broken = brokenIn(outcome)
  const noticed = broken.some((promise) => sabotage.expects.includes(promise))
  process.stdout.write(
    `${noticed ? '✓' : '✗'} ${sabotage.name} (${sabotage.says}): promesas rotas ${broken.join(', ') || 'ninguna'}` +
      `; se esperaba ${sabotage.expects.join(' o ')}\n`,
  )
  if (whole || !noticed) process.stdout.write(report(outcome, parts))
  return noticed
}

/** Where it is, on a terminal only. */
function bar({ attempts }: Parts): (done: number) => void {
  let ended = 0
  return () => {
    ended += 1
    if (process.stdout.isTTY)
      process.stdout.write(`\r  ${ended}/${attempts}${ended === attempts ? '\n' : ''}`)
  }
}

type Options = ReturnType<typeof readArguments>
function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      attempts: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      sabotage: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [one] = positionals
  const named = MUTATIONS.filter(({ name }) => name === one)
  if (one !== undefined && (!values.sabotage || named.length === 0))
    throw new Error(`--sabotage es uno de ${MUTATIONS.map(({ name }) => name).join(', ')}.`)
  return {
    attempts: whole('attempts', values.attempts),
    seed: whole('seed', values.seed),
    sabotages: one ? named : values.sabotage ? MUTATIONS : [],
    /** Just one sabotage, and no honest campaign before it. */
    single: one !== undefined,
    /** Leaves the folder, where every program wrote what it had to say. */
    keep: values.keep,
  }
}

function whole(name: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`--${name} tiene que ser un número entero mayor que 0, no «${text}».`)
}

/** The options, or one line that says what is wrong with them, and out. */
function optionsOrLeave(): Options {
  try {
    return readArguments()
  } catch (error) {
    process.stderr.write(`surtidor: ${(error as Error).message}\n`)
    return process.exit(1)
  }
}

main(optionsOrLeave()).then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: Error) => {
    process.stderr.write(`surtidor: ${error.stack ?? error.message}\n`)
    process.exit(1)
  },
)
