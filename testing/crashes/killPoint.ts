import type { CardGateway } from '#server/gateway/gatewayClient.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { startDatabaseProxy } from '#testing/harness/tcpProxy.ts'

/**
 * Starts a proxy to PostgreSQL at which a server is ended before a chosen step: a read of what it sends
 * to the database, or a call of the gateway that is counted with `step`. From then on nothing that it
 * sends arrives, as after a SIGKILL.
 * @param socketUrl of the database on a unix socket
 */
export async function startKillPoint(socketUrl: string) {
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
