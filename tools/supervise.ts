import { setTimeout as sleep } from 'node:timers/promises'
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

interface Reports<P> {
  /** Called when it ends without `kill` or `stop`. */
  onEnd?: (ended: P) => void
  /** Called when a restart fails. */
  onFailure?: (error: Error) => void
}

/** Milliseconds between two starts. */
const FIRST_DELAY_MS = 100
const MAX_DELAY_MS = 2_000

/** Starts a process and, once it has served, restarts it whenever it ends. */
export function supervise<P extends Launched>(
  launch: () => P,
  { onEnd, onFailure }: Reports<P> = {},
) {
  let current = launch()
  let isServing = false
  let isStopping = false
  let serving = Promise.withResolvers<void>()
  function endServing(): void {
    if (isServing) serving = Promise.withResolvers()
    isServing = false
  }
  async function run(): Promise<void> {
    await current.ready
    do {
      isServing = true
      serving.resolve()
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
        await current.ready
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
