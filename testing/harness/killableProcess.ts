import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { startProcess } from '#tools/startProcess.ts'

/** A process that may be killed at any moment and that is restarted whenever it ends. */
export type KillableProcess = Awaited<ReturnType<typeof startKillable>>

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

export interface KillableOptions {
  /** Name in the report. */
  name: string
  launch: () => LaunchedProcess
  /** The end of its output. */
  lastOutput: () => string
  /** Called when it ends without `kill` or `stop`. */
  onCrash?: (exit: string) => void
}

const RESTART_DELAY_MS = 200
const STOP_TIMEOUT_MS = 15_000
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
export async function startKillable({ name, launch, lastOutput, onCrash }: KillableOptions) {
  if (stoppingAll) throw new Error('la corrida está terminando')
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
        if (isServing && !stopping) onCrash?.(exit)
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
      const output = lastOutput().trim().replaceAll(/^/gm, '    | ')
      return `  ${name}: ${isServing ? 'sirve' : 'no sirve'}${failures}\n${output}`
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

/** How to start a program. */
export interface ProgramOptions {
  /** Name in the report and of the log file. */
  name: string
  /** Path from the root of the repository. */
  file: string
  env: NodeJS.ProcessEnv
  /** Where its log file is written. */
  folder: string
  /** Called when it ends without `kill` or `stop`, with the end of its output. */
  onCrash: (exit: string, lastOutput: string) => void
}

/** Starts a program that sends `ready` over IPC, and resolves when it has. */
export function startKillableProgram(options: ProgramOptions): Promise<KillableProcess> {
  const { name, file, env, folder } = options
  const log = join(folder, `${name}.log`)
  const output = openSync(log, 'a')
  const lastOutput = () => readFileSync(log, 'utf8').slice(-LAST_OUTPUT_LENGTH)
  const launch = (): LaunchedProcess => {
    const program = { env, stdout: output, stderr: output, ipc: true, detached: true }
    const { child, ready, stop } = startProcess(file, program)
    return {
      ready,
      ended: new Promise((done) =>
        child.once('exit', (code, signal) => done(signal ?? `código ${code}`)),
      ),
      pid: () => child.pid ?? 0,
      kill: (signal) => child.kill(signal),
      stop: () => stop({ killAfterMs: STOP_TIMEOUT_MS }),
    }
  }
  const onCrash = (exit: string) => options.onCrash(exit, lastOutput())
  return startKillable({ name, launch, lastOutput, onCrash })
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
  const lastOutput = () => current?.logTail().slice(-LAST_OUTPUT_LENGTH) ?? ''
  const cluster = await startKillable({ name: 'postgres', launch, lastOutput })
  return { ...cluster, urlOf: (database: string) => current?.urlOf(database) ?? '' }
}
