import { type ChildProcess, fork } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#db/embeddedPostgres.ts'

/** Something that a fault may end at any moment, and that is started again whenever it ends. */
export interface Killable {
  /** kill -9: nothing of it gets a last word. */
  kill(): void
  /** Resolves when it serves, now or again. */
  up(): Promise<void>
  stop: () => Promise<void>
}

/** What a program needs to be started. */
export interface Start {
  /** Its name in the report, and of the file that takes what it prints. */
  name: string
  /** From the root of the house. */
  file: string
  env: NodeJS.ProcessEnv
  folder: string
  /** Told when it ended and nobody had killed it, with the last that it printed. */
  fell: (how: string, lastWords: string) => void
}

const root = resolve(import.meta.dirname, '..', '..')
/** How long to wait before a start that failed is tried again, in milliseconds. */
const AGAIN = 200
/** How long anything may take to be up again before the campaign gives up, in milliseconds. */
const PATIENCE = 60_000

/** Characters of what a fallen program printed that are told. */
const LAST_WORDS = 800

/** Everything that runs, in the order in which it was started. */
const running = new Set<Killable>()

let leaving = false

/** Stops whatever runs, the newest first, and lets nothing start any more. */
export async function stopAll(): Promise<void> {
  leaving = true
  for (const one of [...running].toReversed()) await one.stop()
}

function kept<K extends Killable>(one: K): K {
  if (leaving) throw new Error('la campaña se está yendo')
  const { stop } = one
  running.add(one)
  one.stop = async () => {
    running.delete(one)
    await stop()
  }
  return one
}

/** Starts a program that says on its channel when it is ready. */
export async function startProgram(start: Start): Promise<Killable> {
  const log = join(start.folder, `${start.name}.log`)
  const output = openSync(log, 'a')
  const life = { stopping: false, serves: false }
  let child: ChildProcess | undefined
  let serving = Promise.resolve()

  async function begin(): Promise<void> {
    const deadline = performance.now() + PATIENCE
    while (!life.stopping) {
      child = fork(join(root, start.file), {
        env: start.env,
        cwd: root,
        stdio: ['ignore', output, output, 'ipc'],
        detached: true,
      })
      if (await isReady(child)) {
        child.once('exit', (code, signal) => fallen(signal ?? `código ${code}`))
        life.serves = true
        return
      }
      // Its database or its gateway may be away, just now.
      if (performance.now() > deadline) throw new Error(`${start.name} no vuelve a arrancar`)
      await sleep(AGAIN)
    }
  }
  function fallen(how: string): void {
    if (life.stopping) return
    // Whoever is killed was told so before: `kill` had taken its `serves`.
    if (life.serves) start.fell(how, readFileSync(log, 'utf8').slice(-LAST_WORDS))
    life.serves = false
    serving = begin()
    serving.catch(() => {})
  }

  const program = kept({
    kill() {
      life.serves = false
      child?.kill('SIGKILL')
    },
    up: () => served(life, () => serving),
    async stop() {
      life.stopping = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((done) => child?.once('exit', done))
      child.kill('SIGTERM')
      const slow = setTimeout(() => child?.kill('SIGKILL'), PATIENCE / 4)
      await gone
      clearTimeout(slow)
    },
  })
  serving = begin()
  await serving
  return program
}

/** Waits until something serves: whoever was killed a moment ago may not have noticed yet. */
async function served(life: { serves: boolean }, serving: () => Promise<void>): Promise<void> {
  await serving()
  while (!life.serves) {
    await sleep(AGAIN)
    await serving()
  }
}

const isReady = (child: ChildProcess) =>
  new Promise<boolean>((done) => {
    child.once('message', () => done(true))
    child.once('exit', () => done(false))
    child.once('error', () => done(false))
  })

/** A PostgreSQL of the campaign's own, with everything that makes a commit last. */
export interface Cluster extends Killable {
  urlOf(database: string): string
}

export async function startCluster(folder: string): Promise<Cluster> {
  const life = { stopping: false, serves: true }
  let current: Embedded = await startEmbedded(folder)
  let serving = Promise.resolve()
  async function watch(): Promise<void> {
    await current.ended
    if (life.stopping) return
    life.serves = false
    serving = begin()
    serving.catch(() => {})
  }
  async function begin(): Promise<void> {
    current = await startEmbedded(folder)
    life.serves = true
    void watch()
  }
  void watch()
  return kept({
    urlOf: (database) => current.urlOf(database),
    kill() {
      if (life.serves) process.kill(current.pid, 'SIGKILL')
      life.serves = false
    },
    up: () => served(life, () => serving),
    async stop() {
      life.stopping = true
      await serving.catch(() => {})
      await current.stop()
    },
  })
}
