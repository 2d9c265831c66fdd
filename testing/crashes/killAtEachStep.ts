import { expect } from 'vitest'
import { asAppRole } from '#db/postgres/embeddedPostgres.ts'
import type { CardGateway } from '#server/gateway/gatewayClient.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { startDatabaseProxy } from '#testing/harness/tcpProxy.ts'
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

/**
 * Starts a proxy to PostgreSQL at which a server is ended before a chosen step: a read of what it sends
 * to the database, or a call of the gateway that is counted with `step`. From then on nothing that it
 * sends arrives, as after a SIGKILL.
 * @param socketUrl of the database on a unix socket
 */
async function startKillPoint(socketUrl: string) {
  let steps = Number.POSITIVE_INFINITY
  const step = (): boolean => {
    steps -= 1
    return steps >= 0
  }
  const { url, close } = await startDatabaseProxy(socketUrl, (bytes, isSent) =>
    !isSent || step() ? bytes : null,
  )
  const calls: string[] = []
  const counted =
    <Given extends unknown[], Result>(name: string, call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      calls.push(name)
      if (!step()) throw new GatewayUnreachable('the server was killed')
      return await call(...given)
    }
  return {
    /** The database through the proxy. */
    url,
    /** Lets this many steps happen from now on; without a number all of them. */
    arm: (count = Number.POSITIVE_INFINITY) => {
      steps = count
    },
    step,
    wasReached: () => steps < 0,
    /** A gateway whose calls are steps. */
    gateway: (to: CardGateway): CardGateway => ({
      ...to,
      open: counted('open', (...given) => to.open(...given)),
      query: counted('query', (...given) => to.query(...given)),
      void: counted('void', (...given) => to.void(...given)),
      takeBack: counted('takeBack', (...given) => to.takeBack(...given)),
    }),
    /** The calls of that gateway that were begun, by their names. */
    calls,
    close,
  }
}
