import type { ChildProcess } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#db/embeddedPostgres.ts'
import { forkProgram, terminate } from '#tools/forkProgram.ts'

/** A process that a fault may kill at any moment and that is restarted whenever it ends. */
export interface KillableProcess {
  /** Sends SIGKILL. */
  kill(): void
  /** Resolves when the process serves, at once or after its restart. */
  serving(): Promise<void>
  stop: () => Promise<void>
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

const RESTART_DELAY_MS = 200
/** How long a process may fail to restart before the run is aborted. */
const RESTART_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
/** Characters of a crashed program's output in the report. */
const LAST_OUTPUT_LENGTH = 800

/** All running processes, in the order of their start. */
const running = new Set<KillableProcess>()

let stopping = false

/** Stops all processes, the newest first, and refuses further starts. */
export async function stopAll(): Promise<void> {
  stopping = true
  for (const started of [...running].toReversed()) await started.stop()
}

function register<P extends KillableProcess>(started: P): P {
  if (stopping) throw new Error('la inyección de fallas está terminando')
  const { stop } = started
  running.add(started)
  started.stop = async () => {
    running.delete(started)
    await stop()
  }
  return started
}

interface Status {
  stopping: boolean
  serving: boolean
}

/** Starts a program that sends `ready` over IPC, and resolves when it has. */
export async function startProgram(options: ProgramOptions): Promise<KillableProcess> {
  const { name, file, env } = options
  const log = join(options.folder, `${name}.log`)
  const output = openSync(log, 'a')
  const status: Status = { stopping: false, serving: false }
  let child: ChildProcess | undefined
  let start = Promise.resolve()

  async function startUntilReady(): Promise<void> {
    const deadline = performance.now() + RESTART_TIMEOUT_MS
    while (!status.stopping) {
      const forked = forkProgram(file, {
        env,
        stdio: ['ignore', output, output, 'ipc'],
        detached: true,
      })
      child = forked.child
      const isReady = await forked.ready.then(
        () => true,
        () => false,
      )
      if (isReady) {
        child.once('exit', (code, signal) => onExit(signal ?? `código ${code}`))
        status.serving = true
        return
      }
      // A start fails while the database or the gateway is down.
      if (performance.now() > deadline) throw new Error(`${name} no vuelve a arrancar`)
      await sleep(RESTART_DELAY_MS)
    }
  }
  function onExit(exit: string): void {
    if (status.stopping) return
    // `kill` has set `serving` to false before the process ends.
    if (status.serving) options.onCrash(exit, readFileSync(log, 'utf8').slice(-LAST_OUTPUT_LENGTH))
    status.serving = false
    start = startUntilReady()
    start.catch(() => {})
  }

  const program = register({
    kill() {
      status.serving = false
      child?.kill('SIGKILL')
    },
    serving: () => waitUntilServing(status, () => start),
    async stop() {
      status.stopping = true
      if (child) await terminate(child, STOP_TIMEOUT_MS)
    },
  })
  start = startUntilReady()
  await start
  return program
}

/** The exit of a killed process arrives later than the kill, so `start` may be the previous start. */
async function waitUntilServing(status: Status, start: () => Promise<void>): Promise<void> {
  await start()
  while (!status.serving) {
    await sleep(RESTART_DELAY_MS)
    await start()
  }
}

/** The PostgreSQL cluster of the run, with fsync on. */
export interface Cluster extends KillableProcess {
  urlOf(database: string): string
}

export async function startCluster(folder: string): Promise<Cluster> {
  const status: Status = { stopping: false, serving: true }
  let current: Embedded = await startEmbedded(folder)
  let start = Promise.resolve()
  async function watch(): Promise<void> {
    await current.ended
    if (status.stopping) return
    status.serving = false
    start = restart()
    start.catch(() => {})
  }
  async function restart(): Promise<void> {
    current = await startEmbedded(folder)
    status.serving = true
    void watch()
  }
  void watch()
  return register({
    urlOf: (database) => current.urlOf(database),
    kill() {
      if (status.serving) process.kill(current.pid, 'SIGKILL')
      status.serving = false
    },
    serving: () => waitUntilServing(status, () => start),
    async stop() {
      status.stopping = true
      await start.catch(() => {})
      await current.stop()
    },
  })
}
