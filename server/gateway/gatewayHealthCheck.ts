import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayClient.ts'

/** Asks the gateway every few minutes whether it is there, as it asks us. */
export interface GatewayHealthCheck {
  stop(): Promise<void>
}

/** Between two echoes, and while the last one was not answered, in milliseconds. */
const PAUSE = 180_000
const PAUSE_AWAY = 30_000
/** How long an echo is waited for, in milliseconds. */
const PATIENCE = 5_000

/**
 * Starts asking. What comes of it is a gauge and a log line at each change, and nothing more:
 * `/readyz` asks the database alone, since a server without its gateway still serves everything but
 * the opening of payments, and taking it out of service would take that away too.
 */
export function startGatewayHealthCheck(context: Context): GatewayHealthCheck {
  const stopping = new AbortController()
  const { signal } = stopping
  async function run(): Promise<void> {
    let was: boolean | null = null
    while (!signal.aborted) {
      was = await checkGateway(context, was)
      await sleep(was ? PAUSE : PAUSE_AWAY, undefined, { signal }).catch(() => {})
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

/**
 * One echo.
 * @param was what the last one showed; null: there was none
 * @returns whether the gateway is there and both sides hold the right keys
 */
export async function checkGateway(context: Context, was: boolean | null): Promise<boolean> {
  const { gateway, log, metrics } = context
  const is = await gateway.echo(PATIENCE).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof GatewayUnreachable)) log.error({ err: error }, 'an echo failed')
      return false
    },
  )
  metrics.gatewayUp.set(is ? 1 : 0)
  if (is !== was) {
    if (is) log.info('the gateway answers')
    else log.warn('the gateway does not answer')
  }
  return is
}
