import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { DeadlineExceeded, withDeadline } from '#testing/harness/deadline.ts'
import { startProcess } from '#tools/startProcess.ts'

/** A process that may be killed at any moment and that is restarted whenever it ends. */
export interface KillableProcess {
  /** Sends the signal, by default SIGKILL; the process is restarted once it has ended. */
  kill(signal?: NodeJS.Signals): void
  /**
   * Resolves when the process serves, at once or after its restart.
   * @throws DeadlineExceeded
   */
  serving(): Promise<void>
  /** Process id of the current start; 0 before the first one. */
  pid(): number
  /** Whether it serves, its failed starts and the end of its output. */
  describe(): string
  /** Ends it for good. */
  stop(): Promise<void>
}

/** One start of a process. */
export interface LaunchedProcess {
  /** Resolves when it serves; rejects when it ended before. */
  ready: Promise<unknown>
  /** Resolves with how it ended; never rejects. */
  ended: Promise<string>
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
  onCrash: (exit: string) => void
  /** Called when it did not start again in time: the run cannot go on. */
  onGivenUp: (reason: Error) => void
  /** Milliseconds for which starts may fail. */
  startTimeoutMs?: number
}

const RESTART_DELAY_MS = 200
/** On a busy machine the first start, which creates the cluster, takes most of a minute. */
const START_TIMEOUT_MS = 120_000
/** Longer than a start, whose own reason then comes first. */
const SERVING_TIMEOUT_MS = START_TIMEOUT_MS * 1.5
const STOP_TIMEOUT_MS = 15_000
/** Characters of a program's output in the report. */
const LAST_OUTPUT_LENGTH = 800

/** All running processes, in the order of their start. */
const running = new Set<KillableProcess>()
let stoppingAll = false

/** Stops all processes, the newest first, and refuses further starts. */
export async function stopAll(): Promise<void> {
  stoppingAll = true
  for (const started of [...running].toReversed()) await started.stop()
}

/** The state of every running process, one paragraph each. */
export const describeAll = () => [...running].map((each) => each.describe()).join('\n')

/**
 * Starts a process and restarts it whenever it ends.
 * @throws when the first start does not succeed in time
 */
export async function startKillable(options: KillableOptions): Promise<KillableProcess> {
  if (stoppingAll) throw new Error('la corrida está terminando')
  const { name, launch, startTimeoutMs = START_TIMEOUT_MS } = options
  let current: LaunchedProcess | undefined
  let stopping = false
  let failedStarts = 0
  let lastFailure = ''
  /** Resolves when it serves; another promise from each end on. */
  let serving = Promise.withResolvers<void>()
  let isServing = false
  let since = performance.now()

  function setServing(value: boolean): void {
    if (isServing === value) return
    isServing = value
    since = performance.now()
    if (value) serving.resolve()
    else serving = Promise.withResolvers()
  }
  /** @returns the start that serves; undefined when `stop` came before */
  async function startUntilServing(): Promise<LaunchedProcess | undefined> {
    const deadline = performance.now() + startTimeoutMs
    while (!stopping) {
      const launched = launch()
      current = launched
      try {
        const left = Math.max(0, deadline - performance.now())
        await withDeadline(`${name} arranque`, left, launched.ready)
        return launched
      } catch (error) {
        if (stopping) return undefined
        // A start fails while another process, such as the database, is down.
        failedStarts += 1
        lastFailure = (error as Error).message
        launched.kill('SIGKILL')
        if (error instanceof DeadlineExceeded || performance.now() >= deadline)
          throw new DeadlineExceeded(`${name} no arranca, en ${failedStarts} intentos`, {
            cause: error,
          })
      }
      await sleep(RESTART_DELAY_MS)
    }
    return undefined
  }
  async function restartUntilStopped(): Promise<void> {
    for (;;) {
      const launched = await startUntilServing()
      if (!launched) return
      setServing(true)
      const exit = await launched.ended
      if (stopping) return
      // `kill` has reset `isServing` before the process ends.
      if (isServing) options.onCrash(exit)
      setServing(false)
    }
  }

  const started: KillableProcess = {
    describe() {
      const seconds = Math.round((performance.now() - since) / 1000)
      const failures =
        failedStarts > 0 ? `; arranques fallidos: ${failedStarts}, el último: ${lastFailure}` : ''
      const output = options.lastOutput().trim()
      return (
        `  ${name}: ${isServing ? 'sirve' : 'no sirve'} desde hace ${seconds} s${failures}` +
        (output ? `\n${output.replaceAll(/^/gm, '    | ')}` : '')
      )
    },
    pid: () => current?.pid() ?? 0,
    kill(signal = 'SIGKILL') {
      setServing(false)
      current?.kill(signal)
    },
    serving: () => withDeadline(`${name} sirva`, SERVING_TIMEOUT_MS, serving.promise),
    async stop() {
      running.delete(started)
      stopping = true
      await current?.stop()
      await work
      serving.resolve()
    },
  }
  running.add(started)
  const work = restartUntilStopped().catch((error: Error) => {
    serving.promise.catch(() => {})
    serving.reject(error)
    options.onGivenUp(error)
  })
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
  onGivenUp: (reason: Error) => void
}

/** Starts a program that sends `ready` over IPC, and resolves when it has. */
export function startKillableProgram(options: ProgramOptions): Promise<KillableProcess> {
  const { name, file, env, folder, onGivenUp } = options
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
  return startKillable({ name, launch, lastOutput, onCrash, onGivenUp })
}

/** A PostgreSQL cluster. */
export interface Cluster extends KillableProcess {
  urlOf(database: string): string
}

/** @param onGivenUp called when it does not start again in time */
export async function startCluster(
  folder: string,
  onGivenUp: (reason: Error) => void,
  settings: string[] = [],
): Promise<Cluster> {
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
  const cluster = await startKillable({
    name: 'postgres',
    launch,
    lastOutput: () => current?.logTail().slice(-LAST_OUTPUT_LENGTH) ?? '',
    // The servers' own errors show what an unplanned end does.
    onCrash: () => {},
    onGivenUp,
  })
  return { ...cluster, urlOf: (database) => current?.urlOf(database) ?? '' }
}
