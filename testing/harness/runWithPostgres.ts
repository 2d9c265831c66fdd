import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Cluster,
  describeAll,
  startCluster,
  stopAll,
} from '#testing/harness/killableProcess.ts'

/** Ends a run that makes no progress. */
export interface Watchdog {
  /** The run made progress; the reason of an aborted run names the last one. */
  progress: (step: string) => void
  /** Remembers an event, such as an injected fault, for the reason of an aborted run. */
  note: (event: string) => void
}

export interface FolderContext extends Watchdog {
  /** Where every program writes; removed after the run. */
  folder: string
  /** Adds what is to be done at the end of the run, also of one that fails; the last is done first. */
  atEnd: (work: () => Promise<unknown>) => void
}

export interface RunContext extends FolderContext {
  cluster: Cluster
}

/** More than a process takes to start: the first start on a busy machine most of a minute. */
const SILENCE_LIMIT_MS = 200_000
/** Of a cluster, whose programs stop one after the other, and a frozen one late. */
const CLEAN_UP_TIMEOUT_MS = 120_000
/** Without a clean-up the processes of the run would go on. */
const ENDS = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const),
  ...(['uncaughtException', 'unhandledRejection'] as const),
]
/** How many of the last events a reason lists. */
const MAX_NOTES = 4

/**
 * Runs `work` with a PostgreSQL cluster of its own, and ends this process: with VERDE and 0 when `work` ended in
 * true, else with ROJA and 1.
 * @param options.keep leaves the folder with the log of each program
 * @param options.settings of PostgreSQL, for a run that trades durability for speed
 */
export const runWithPostgres = (
  { settings = [], ...options }: { name: string; keep: boolean; settings?: string[] },
  work: (context: RunContext) => Promise<boolean>,
): Promise<never> =>
  runInFolder(options, async (run) =>
    work({ ...run, cluster: await startCluster(run.folder, settings) }),
  )

/** The same without a cluster. */
export async function runInFolder(
  { name, keep }: { name: string; keep: boolean },
  work: (context: FolderContext) => Promise<boolean>,
): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), `surtidor-${name}-`))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const endings: (() => Promise<unknown>)[] = []
  const passed = await runGuarded(
    (watchdog) => work({ ...watchdog, folder, atEnd: (end) => void endings.push(end) }),
    async () => {
      await stopAll()
      for (const end of endings.toReversed()) await end()
      if (keep) process.stdout.write(`Registros de cada programa en ${folder}\n`)
      else await rm(folder, { recursive: true, force: true })
    },
  )
  process.stdout.write(passed ? 'VERDE\n' : 'ROJA\n')
  process.exit(passed ? 0 : 1)
}

/**
 * Runs `work` to its end: its own result, or a printed reason when it fails, gets a signal or makes
 * no progress.
 * @param limits milliseconds without progress after which the run is ended, and for which the
 * clean-up is awaited
 * @returns whether `work` ended in true
 */
export async function runGuarded(
  work: (watchdog: Watchdog) => Promise<boolean>,
  cleanUp: () => Promise<void>,
  { silenceMs, cleanUpMs } = { silenceMs: SILENCE_LIMIT_MS, cleanUpMs: CLEAN_UP_TIMEOUT_MS },
): Promise<boolean> {
  const print = (text: string) => process.stderr.write(`surtidor: ${text}\n${describeAll()}\n`)
  const notes: string[] = []
  let lastStep = 'el comienzo'
  let timer: NodeJS.Timeout | undefined
  const aborted = Promise.withResolvers<never>()
  const abort = (reason: unknown) =>
    aborted.reject(reason instanceof Error ? reason : new Error('la corrida se interrumpió'))
  const watchdog: Watchdog = {
    progress(step) {
      lastStep = step
      clearTimeout(timer)
      const silence = `la corrida no avanza desde hace ${Math.round(silenceMs / 1000)} s`
      timer = setTimeout(() => abort(new Error(silence)), silenceMs)
    },
    note: (event) => notes.push(event),
  }
  watchdog.progress(lastStep)
  for (const event of ENDS) process.on(event, abort)
  try {
    return await Promise.race([work(watchdog), aborted.promise])
  } catch (error) {
    print(
      `${(error as Error).stack}\n  último avance: ${lastStep}\n` +
        `  últimas fallas: ${notes.slice(-MAX_NOTES).join('; ') || 'ninguna'}`,
    )
    return false
  } finally {
    clearTimeout(timer)
    for (const event of ENDS) process.off(event, abort)
    const cleaned = cleanUp().then(() => true)
    if (!(await Promise.race([cleaned, sleep(cleanUpMs, false)]))) print('los procesos no terminan')
  }
}
