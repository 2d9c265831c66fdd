import { Client } from 'pg'
import { vi } from 'vitest'
import type { TestServer } from '#testing/testServer.ts'
import { createPasswordHasher, type PasswordHasher } from '#server/auth/passwordHasher.ts'

/** Another connection of a test, in a transaction: what it holds makes others wait where the test wants them. */
export interface LockHolder {
  /** Runs a statement whose locks are held until the gate opens. */
  hold(statement: string, values?: unknown[]): Promise<void>
  /** Until so many others wait for a lock in this house. */
  queued(howMany: number): Promise<void>
  /** Lets them pass; what was written here is kept, or was never. */
  open(end: 'commit' | 'rollback'): Promise<void>
}

export async function openLockHolder({ databaseUrl }: TestServer): Promise<LockHolder> {
  const [holder, watcher] = [databaseUrl, databaseUrl].map(
    (connectionString) => new Client({ connectionString }),
  ) as [Client, Client]
  // A house that is closed over a shut gate, when its test has failed, cuts both off.
  for (const client of [holder, watcher]) client.on('error', () => {})
  await Promise.all([holder.connect(), watcher.connect()])
  await holder.query('begin')
  return {
    hold: async (statement, values) => {
      await holder.query(statement, values)
    },
    queued: async (howMany) => {
      const waiting = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(
        async () => {
          const { rows } = await watcher.query<{ n: number }>(waiting)
          if (rows[0]?.n !== howMany) throw new Error(`${rows[0]?.n} wait, not ${howMany}`)
        },
        { timeout: 20_000, interval: 10 },
      )
    },
    open: async (end) => {
      await holder.query(end)
      await Promise.all([holder.end(), watcher.end()])
    },
  }
}

/** The real thing, but that the next work on a password can be stopped when it is done and before it is told. */
export function pausablePasswordHasher(): {
  passwords: PasswordHasher
  stop: (password: string) => { reached: Promise<void>; release: () => void }
} {
  const real = createPasswordHasher()
  const stops = new Map<string, () => Promise<void>>()
  const pass = async (password: string) => {
    const stop = stops.get(password)
    stops.delete(password)
    await stop?.()
  }
  return {
    passwords: {
      turn: (work) =>
        real.turn(({ hash, matches }) =>
          work({
            hash: async (password) => {
              const hashed = await hash(password)
              await pass(password)
              return hashed
            },
            matches: async (password, stored) => {
              const fits = await matches(password, stored)
              await pass(password)
              return fits
            },
          }),
        ),
    },
    stop: (password) => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      stops.set(password, async () => {
        reached.resolve()
        await released.promise
      })
      return { reached: reached.promise, release: released.resolve }
    },
  }
}
