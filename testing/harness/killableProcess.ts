import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'

/** One start of a process. */
export interface LaunchedProcess {
  /** Resolves when it serves; rejects when it ended before. */
  ready: Promise<unknown>
  /** Resolves with how it ended; never rejects. */
  ended: Promise<string>
  /** Process id; 0 while it is not known. */
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** Ends it in order; resolves when it has ended. */
  stop(): Promise<unknown>
}

interface KillableOptions {
  /** Name in the report. */
  name: string
  launch: () => LaunchedProcess
  /** Its output, of which a report shows the end. */
  output: () => string
  /** Called when it ends without `kill` or `stop`, with the end of its output. */
  onCrash?: (exit: string, lastOutput: string) => void
}

const RESTART_DELAY_MS = 200
/** Characters of a program's output in the report. */
const LAST_OUTPUT_LENGTH = 800

/** All running processes, in the order of their start. */
const running = new Set<{ describe(): string; stop(): Promise<void> }>()
let stoppingAll = false

/** Stops all processes, the newest first, and refuses further starts. */
export async function stopAll(): Promise<void> {
  stoppingAll = true
  for (const started of [...running].toReversed()) await started.stop()
}

/** The state of every running process, one paragraph each. */
export const describeAll = () => [...running].map((each) => each.describe()).join('\n')

/**
 * Starts a process and restarts it whenever it ends or does not start. Resolves when it serves; the
 * watchdog of the run ends a wait in vain.
 */
export async function startKillable({ name, launch, output, onCrash }: KillableOptions) {
  if (stoppingAll) throw new Error('la corrida está terminando')
  const lastOutput = () => output().slice(-LAST_OUTPUT_LENGTH)
  let current: LaunchedProcess | undefined
  let stopping = false
  let failedStarts = 0
  let lastFailure = ''
  let isServing = false
  /** Resolves when it serves; another promise from each end on. */
  let serving = Promise.withResolvers<void>()

  function endServing(): void {
    if (isServing) serving = Promise.withResolvers()
    isServing = false
  }
  async function restartUntilStopped(): Promise<void> {
    while (!stopping) {
      current = launch()
      try {
        await current.ready
        isServing = true
        serving.resolve()
        const exit = await current.ended
        // `kill` has reset `isServing` before the process ends.
        if (isServing && !stopping) onCrash?.(exit, lastOutput())
        endServing()
      } catch (error) {
        // A start fails while another process, such as the database, is down.
        failedStarts += 1
        lastFailure = (error as Error).message
        await sleep(RESTART_DELAY_MS)
      }
    }
  }
  const started = {
    /** Sends the signal, by default SIGKILL; the process is restarted once it has ended. */
    kill(signal: NodeJS.Signals = 'SIGKILL'): void {
      endServing()
      current?.kill(signal)
    },
    /** Resolves when the process serves, at once or after its restart. */
    serving: () => serving.promise,
    /** Process id of the current start. */
    pid: () => current?.pid() ?? 0,
    /** Whether it serves, its failed starts and the end of its output. */
    describe() {
      const failures =
        failedStarts > 0 ? `; arranques fallidos: ${failedStarts}, el último: ${lastFailure}` : ''
      const lines = lastOutput().trim().replaceAll(/^/gm, '    | ')
      return `  ${name}: ${isServing ? 'sirve' : 'no sirve'}${failures}\n${lines}`
    },
    /** Ends it for good. */
    async stop(): Promise<void> {
      running.delete(started)
      stopping = true
      await current?.stop()
      await work
    },
  }
  running.add(started)
  const work = restartUntilStopped()
  await serving.promise
  return started
}

/** A PostgreSQL cluster. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts a PostgreSQL cluster. The servers' own errors show what an unplanned end of it does. */
export async function startCluster(folder: string, settings: string[] = []) {
  let current: Embedded | undefined
  const launch = (): LaunchedProcess => {
    let started: Embedded | undefined
    const starting = startEmbedded(folder, settings).then((embedded) => {
      started = embedded
      current = embedded
      return embedded
    })
    return {
      ready: starting,
      ended: starting.then(
        (embedded) => embedded.ended.then(() => 'terminó'),
        () => 'no arrancó',
      ),
      pid: () => started?.pid ?? 0,
      // A postmaster that is starting is not killed: `startEmbedded` alone knows it.
      kill(signal) {
        try {
          if (started) process.kill(started.pid, signal)
        } catch (error) {
          // It may have ended already.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
      },
      stop: () =>
        starting.then(
          (embedded) => embedded.stop(),
          () => {},
        ),
    }
  }
  const output = () => current?.logTail() ?? ''
  const cluster = await startKillable({ name: 'postgres', launch, output })
  return { ...cluster, urlOf: (database: string) => current?.urlOf(database) ?? '' }
}
