import { setTimeout as sleep } from 'node:timers/promises'
import { DeadlineExceeded, withDeadline } from '#testing/harness/deadline.ts'

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
  stop: () => Promise<void>
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
  stop(): Promise<void>
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
/** More than a start may take, so that its own reason comes first. */
const SERVING_TIMEOUT_MS = START_TIMEOUT_MS * 1.5

/** All running processes, in the order of their start. */
const running = new Set<KillableProcess>()
let stopping = false

/** Stops all processes, the newest first, and refuses further starts. */
export async function stopAll(): Promise<void> {
  stopping = true
  for (const started of [...running].toReversed()) await started.stop()
}

/** The state of every running process, one paragraph each. */
export const describeAll = () => [...running].map((each) => each.describe()).join('\n')

/**
 * Starts a process and restarts it whenever it ends.
 * @throws when the first start does not succeed in time
 */
export async function startKillable(options: KillableOptions): Promise<KillableProcess> {
  if (stopping) throw new Error('la corrida está terminando')
  const { name, launch, lastOutput, startTimeoutMs = START_TIMEOUT_MS } = options
  const state = { stopping: false, serving: false, since: performance.now(), failedStarts: 0 }
  let lastFailure = ''
  let current: LaunchedProcess | undefined
  let start = Promise.resolve()

  function setServing(serving: boolean): void {
    if (state.serving !== serving) state.since = performance.now()
    state.serving = serving
  }
  function describe(): string {
    const seconds = Math.round((performance.now() - state.since) / 1000)
    const failures =
      state.failedStarts > 0
        ? `; arranques fallidos: ${state.failedStarts}, el último: ${lastFailure}`
        : ''
    const output = lastOutput().trim()
    return (
      `  ${name}: ${state.serving ? 'sirve' : 'no sirve'} desde hace ${seconds} s${failures}` +
      (output ? `\n${output.replaceAll(/^/gm, '    | ')}` : '')
    )
  }
  async function startUntilServing(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs
    while (!state.stopping) {
      const launched = launch()
      current = launched
      const left = Math.max(0, deadline - performance.now())
      try {
        await withDeadline(`${name} arranque`, left, launched.ready)
        setServing(true)
        void restartAfter(launched)
        return
      } catch (error) {
        if (state.stopping) return
        // A start fails while another process, such as the database, is down.
        state.failedStarts += 1
        lastFailure = (error as Error).message
        launched.kill('SIGKILL')
        if (error instanceof DeadlineExceeded || performance.now() >= deadline)
          throw new DeadlineExceeded(`${name} no arranca, en ${state.failedStarts} intentos`, {
            cause: error,
          })
      }
      await sleep(RESTART_DELAY_MS)
    }
  }
  async function restartAfter(launched: LaunchedProcess): Promise<void> {
    const exit = await launched.ended
    if (state.stopping) return
    // `kill` has set `serving` to false before the process ends.
    if (state.serving) options.onCrash(exit)
    setServing(false)
    start = startUntilServing()
    start.catch(options.onGivenUp)
  }

  const started: KillableProcess = {
    describe,
    pid: () => current?.pid() ?? 0,
    kill(signal = 'SIGKILL') {
      setServing(false)
      current?.kill(signal)
    },
    serving: () =>
      withDeadline(
        `${name} sirva`,
        SERVING_TIMEOUT_MS,
        untilServing(
          () => state.serving || state.stopping,
          () => start,
        ),
      ),
    async stop() {
      running.delete(started)
      state.stopping = true
      await current?.stop()
      await start.catch(() => {})
    },
  }
  running.add(started)
  start = startUntilServing()
  await start
  return started
}

/** The exit of a killed process arrives later than the kill, so `start` may be the previous start. */
async function untilServing(isServing: () => boolean, start: () => Promise<void>): Promise<void> {
  await start()
  while (!isServing()) {
    await sleep(RESTART_DELAY_MS)
    await start()
  }
}
