import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '#db/core/withClient.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'

/** One start of a process. */
export interface Launched {
  /** Resolves when it serves; rejects when it ended before. */
  ready: Promise<unknown>
  /** Resolves when it has ended; never rejects. */
  ended: Promise<unknown>
  kill(signal: NodeJS.Signals): void
  /** Ends it in order; resolves when it has ended. */
  stop(): Promise<unknown>
}

interface Supervision<P> {
  name: string
  /** Called when it ends without `kill` or `stop`. */
  onEnd?: (ended: P) => void
  /** Called when a restart fails, and when a process that gives no answer is killed. */
  onFailure?: (error: Error) => void
  /**
   * Milliseconds for a start, which is then killed, and twice as many for the next one: on a busy machine each
   * start in vain takes the time that another one lacks. By default as many as it takes.
   */
  startTimeoutMs?: number
  /** How a serving process is asked whether it still answers; by default it is not. */
  health?: HealthCheck
}

interface HealthCheck {
  /** Rejects when there is no answer within the milliseconds; an answer that reports an error is one. */
  ask: (timeoutMs: number) => Promise<unknown>
  /** Milliseconds between two questions, and for one answer: a machine that is very busy takes seconds. */
  everyMs?: number
  timeoutMs?: number
}

/** Milliseconds between two starts. */
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 2_000

/** Unanswered questions in a row before a process is killed: one may fall into a suspension of the machine. */
const MAX_UNANSWERED = 3

/** Starts a process and, once it has served, restarts it whenever it ends or gives no answer. */
export function supervise<P extends Launched>(
  launch: () => P,
  { name, onEnd, onFailure, startTimeoutMs, health }: Supervision<P>,
) {
  let current = launch()
  let isServing = false
  let isStopping = false
  let serving = Promise.withResolvers<void>()
  let limitMs = startTimeoutMs
  function endServing(): void {
    if (isServing) serving = Promise.withResolvers()
    isServing = false
  }
  /** @throws when it does not serve in time, after killing it */
  async function start(): Promise<void> {
    const starting = current
    const late = Promise.withResolvers<never>()
    const givenMs = limitMs
    const timer =
      givenMs &&
      setTimeout(() => {
        late.reject(new Error(`${name} no sirvió en ${givenMs / 1000} s; se termina.`))
        limitMs = givenMs * 2
        starting.kill('SIGKILL')
      }, givenMs)
    await Promise.race([starting.ready, late.promise]).finally(() => clearTimeout(timer))
    limitMs = startTimeoutMs
  }
  /** Kills the process once it gives no answer; ends with it. */
  async function watch(served: P, { ask, everyMs = 2_000, timeoutMs = 10_000 }: HealthCheck) {
    let unanswered = 0
    while (unanswered < MAX_UNANSWERED) {
      await sleep(everyMs, undefined, { ref: false })
      if (served !== current || !isServing || isStopping) return
      await ask(timeoutMs).then(
        () => (unanswered = 0),
        () => (unanswered += 1),
      )
    }
    if (served !== current || !isServing || isStopping) return
    onFailure?.(new Error(`${name} no responde; se termina.`))
    served.kill('SIGKILL')
  }
  async function run(): Promise<void> {
    await start()
    do {
      isServing = true
      serving.resolve()
      if (health) void watch(current, health)
      await current.ended
      // `kill` has reset `isServing` before the process ends.
      if (isServing && !isStopping) onEnd?.(current)
      endServing()
    } while (await restart())
  }
  /** @returns whether it serves; otherwise it was stopped */
  async function restart(): Promise<boolean> {
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
      if (!isStopping) await sleep(delay)
      if (isStopping) return false
      current = launch()
      try {
        await start()
        return true
      } catch (error) {
        // A start fails while another process, such as the database, is down.
        if (!isStopping) onFailure?.(error as Error)
      }
    }
  }
  run().catch(serving.reject)
  return {
    current: () => current,
    isServing: () => isServing,
    /** Resolves when it serves, at once or after its restart. @throws the error of the first start */
    serving: () => serving.promise,
    kill(signal: NodeJS.Signals): void {
      endServing()
      current.kill(signal)
    },
    async stop(): Promise<void> {
      isStopping = true
      await current.stop()
    },
  }
}

/** @throws when a PostgreSQL gives no answer in time; the refusal of a connection is one */
export async function postgresAnswers(url: string, timeoutMs: number): Promise<void> {
  const config = { connectionString: url, connectionTimeoutMillis: timeoutMs }
  await withClient(config, async () => {}).catch((error: NodeJS.ErrnoException) => {
    // A refusal has the code of the database or of the system, the time limit has none.
    if (!error.code) throw error
  })
}

/** More than most starts of PostgreSQL take; one after a crash may take minutes. */
const START_WAIT_MS = 1_000

/** A start of the embedded PostgreSQL. While it starts, `startEmbedded` alone can end it. */
export function launchPostgres(folder: string, settings?: string[]) {
  let cluster: Embedded | undefined
  const ready = startEmbedded(folder, settings).then((started) => (cluster = started))
  const settled = ready.catch(() => undefined)
  return {
    ready,
    ended: settled.then((started) => started?.ended),
    logTail: () => cluster?.logTail() ?? '',
    kill: (signal: NodeJS.Signals) => cluster?.kill(signal),
    /** A postmaster that still starts ends with this process. */
    stop: async () => {
      await Promise.race([settled, sleep(START_WAIT_MS)])
      await cluster?.stop()
    },
  }
}
