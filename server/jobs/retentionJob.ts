import { setTimeout as sleep } from 'node:timers/promises'
import { purgeExpired } from '#db/retention.ts'
import type { Context } from '#server/context.ts'

/** What a house needs done once an hour, whoever is at the door. */
export interface RetentionJob {
  /** Finishes what is under way, and does no more. */
  stop(): Promise<void>
}

/** In milliseconds. Whoever has just started has better to do for a minute. */
const FIRST = 60_000
const HOUR = 3_600_000

/**
 * Starts keeping house. Any number of processes may do so on one database.
 * @param first milliseconds until the first time
 */
export function startRetentionJob(context: Context, first = FIRST): RetentionJob {
  const stopping = new AbortController()
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})

  async function run(): Promise<void> {
    await pause(first)
    while (!stopping.signal.aborted) {
      try {
        await purgeExpired(context.db, context.now())
      } catch (error) {
        // The database is away: what is overdue then is still so in an hour.
        context.log.error({ err: error }, 'the house could not be kept')
      }
      await pause(HOUR)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
