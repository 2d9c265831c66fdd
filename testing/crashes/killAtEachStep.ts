import { expect } from 'vitest'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import { startKillPoint } from '#testing/crashes/killPoint.ts'
import type { TestServer } from '#testing/harness/testServer.ts'

type KillPoint = Awaited<ReturnType<typeof startKillPoint>>

/** PostgreSQL has rolled back what the killed server left open: a poll skips the rows that it locks. */
const OPEN_TRANSACTIONS = `select from pg_stat_activity
  where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`

/**
 * Repeats a round with a server that is killed after 0, 1, 2 steps, until it takes the round to its end.
 * @param start starts that server on the database of the kill point
 * @param round calls `take` for the part that the killed server does, which answers the calls of the
 * gateway that it began; `steps` counts the rounds
 */
export async function killAtEachStep<Killed>(
  server: Pick<TestServer, 'databaseUrl' | 'owner'>,
  start: (killPoint: KillPoint) => Promise<Killed>,
  round: (
    take: (step: (killed: Killed) => Promise<unknown>) => Promise<string[]>,
    steps: number,
  ) => Promise<void>,
): Promise<void> {
  const killPoint = await startKillPoint(asAppRole(server.databaseUrl))
  const killed = await start(killPoint)
  let count = 0
  let wasKilled = true
  const take = async (step: (of: Killed) => Promise<unknown>) => {
    killPoint.calls.length = 0
    killPoint.arm(count)
    await step(killed)
    wasKilled = killPoint.wasReached()
    killPoint.arm()
    await expect
      .poll(async () => (await server.owner.query(OPEN_TRANSACTIONS)).rowCount, { interval: 5 })
      .toBe(0)
    return killPoint.calls
  }
  for (; wasKilled; count += 1) await round(take, count)
  expect(count).toBeGreaterThan(5)
  killPoint.close()
}
