import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import formbody from '@fastify/formbody'
import files from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { GATEWAY_CALLS } from '#contract/geopay.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { Context } from '#sandbox/context.ts'
import { registerControlApi } from '#sandbox/controlApi.ts'
import { echoTest } from '#sandbox/calls/echoTest.ts'
import { hostedPage } from '#sandbox/pages/hostedPage.ts'
import { guardBodies, guardPages } from '#sandbox/httpGuards.ts'
import { openKeys } from '#sandbox/keys.ts'
import { openEventLog } from '#sandbox/eventLog.ts'
import { ASSETS } from '#sandbox/pages/layout.ts'
import { errorPage } from '#sandbox/pages/messagePages.ts'
import { payment } from '#sandbox/calls/payment.ts'
import { paymentQuery } from '#sandbox/calls/paymentQuery.ts'
import { settlementList } from '#sandbox/calls/settlementList.ts'
import { Store } from '#sandbox/store.ts'
import type { FatalError } from '#sandbox/fatalError.ts'
import { voidPayment } from '#sandbox/calls/voidPayment.ts'

/** A gateway that listens. */
export interface RunningSandbox {
  /** Where it really listens. */
  url: string
  /** Finishes the calls in flight and closes the log. */
  close(): Promise<void>
}

/**
 * Opens the folder, listens, and takes up what an earlier life left undone.
 * @param onFailure told when a fact cannot be kept any more: the program must end
 * @throws Trouble when the folder cannot be used; Fastify's error when the port cannot
 */
export async function startSandbox(
  config: SandboxConfig,
  clock: Clock,
  onFailure: (trouble: FatalError) => void,
  complain: (line: string) => void,
): Promise<RunningSandbox> {
  const keys = await openKeys(join(config.dir, 'keys'))
  const { log, facts } = await openEventLog(join(config.dir, 'log.jsonl'), onFailure)
  const store = new Store(log, facts)
  const { legacySign } = config
  const named = (kid: string) => (legacySign ? null : kid)
  const { context, agenda, close } = createScheduler({
    config,
    clock,
    store,
    gatewayKey: { kid: named(keys.gateway.kid), key: keys.gateway.privateKey },
    webhookKey: { kid: named(keys.webhook.kid), key: keys.webhook.privateKey },
    merchantKey: { kid: named(keys.merchant.kid), key: keys.merchant.publicKey },
    complain,
  })
  const app = await assemble(context)
  letGoWhenClosing(app, close)
  try {
    const url = await app.listen({ host: config.host, port: config.port })
    for (const { order } of store.all()) agenda.plan(order.token)
    return {
      url,
      async close() {
        await app.close()
        await log.close()
      },
    }
  } catch (error) {
    await app.close()
    await log.close()
    throw error
  }
}

/**
 * At a shutdown the calls in flight are finished, and then nobody holds us: a connection that is
 * kept alive, or was opened and never asked anything, would for a minute.
 */
function letGoWhenClosing(app: FastifyInstance, close: () => void): void {
  let closing = false
  let inFlight = 0
  const letGo = () => {
    if (closing && inFlight === 0) app.server.closeAllConnections()
  }
  app.addHook('onRequest', async (_, reply) => {
    inFlight += 1
    // Its end, whether it was answered or the client hung up.
    reply.raw.once('close', () => {
      inFlight -= 1
      letGo()
    })
  })
  app.addHook('preClose', async () => {
    closing = true
    close()
    // Again and again: a client that is let go may knock once more before the door is shut.
    const letting = setInterval(letGo, 50)
    app.server.once('close', () => clearInterval(letting))
  })
}

async function assemble(context: Context): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: 65_536,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    logger: false,
  })
  guardBodies(app)
  guardPages(app, context)
  await app.register(formbody, { bodyLimit: 16_384 })
  await app.register(files, {
    root: fileURLToPath(new URL('assets', import.meta.url)),
    prefix: ASSETS,
  })
  // Nothing leaves before the facts it rests on are on disk.
  app.addHook('preSerialization', () => context.store.durable())
  app.addHook('onSend', () => context.store.durable())

  const calls = { payment, paymentQuery, voidPayment, echoTest, settlementList }
  for (const [name, run] of Object.entries(calls))
    app.post(GATEWAY_CALLS[name as keyof typeof GATEWAY_CALLS], ({ body }) => run(context, body))
  hostedPage(app, context)
  registerControlApi(app, context)
  app.get('/healthz', () => ({ status: 'ok' }))

  app.setNotFoundHandler((_, reply) =>
    reply.code(404).type('text/html; charset=utf-8').send(errorPage(404)),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500)
      context.complain(`${request.method} ${request.routeOptions.url ?? ''}: ${error.stack ?? ''}`)
    return reply.code(status).type('text/html; charset=utf-8').send(errorPage(status))
  })
  return app
}
