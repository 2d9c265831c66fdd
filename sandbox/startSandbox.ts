import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import formbody from '@fastify/formbody'
import files from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import fastify from 'fastify'
import { EchoTestRequest, GATEWAY_CALLS } from '#contract/geopay.ts'
import { payment } from '#sandbox/calls/payment.ts'
import { paymentQuery } from '#sandbox/calls/paymentQuery.ts'
import { settlementList } from '#sandbox/calls/settlementList.ts'
import { approved, signedCall } from '#sandbox/calls/signedCall.ts'
import { voidPayment } from '#sandbox/calls/voidPayment.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import type { Context } from '#sandbox/context.ts'
import { registerControlApi } from '#sandbox/controlApi.ts'
import { loadEntryLog } from '#sandbox/entryLog.ts'
import { FatalError } from '#sandbox/fatalError.ts'
import {
  answerClientError,
  guardBodies,
  guardOrigins,
  securityHeadersOf,
} from '#sandbox/httpGuards.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { hostedPage } from '#sandbox/pages/hostedPage.ts'
import { ASSETS_PATH, sendPage } from '#sandbox/pages/layout.ts'
import { errorPage } from '#sandbox/pages/messagePages.ts'
import { rootPage } from '#sandbox/pages/rootPage.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import { Store } from '#sandbox/store.ts'

/** How long the calls in flight have to be answered when the sandbox closes, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Reads the event log, listens, and schedules the pending work of earlier runs.
 * @param onFailure called when an event could not be written: the program must end
 * @returns the address at which it listens; `close` finishes the calls in flight and closes the log
 * @throws FatalError when the folder cannot be used; Fastify's error when the port cannot
 */
export async function startSandbox(
  config: SandboxConfig,
  clock: Clock,
  onFailure: (error: FatalError) => void,
  reportError: (line: string) => void,
) {
  const older = join(config.dir, 'log.jsonl')
  if (existsSync(older))
    throw new FatalError(
      `La pasarela no puede usar ${older}: es de una versión anterior. Elegí otra carpeta con SANDBOX_DIR.`,
    )
  const keys = await loadKeys(join(config.dir, 'keys'))
  const { log, entries } = loadEntryLog(join(config.dir, 'payments.jsonl'), onFailure)
  const store = new Store(log, entries)
  const { legacySign } = config
  const kidOrNull = (kid: string) => (legacySign ? null : kid)
  const wired = {
    config,
    clock,
    store,
    gatewayKey: { kid: kidOrNull(keys.gateway.kid), key: keys.gateway.privateKey },
    webhookKey: { kid: kidOrNull(keys.webhook.kid), key: keys.webhook.privateKey },
    merchantKey: { kid: kidOrNull(keys.merchant.kid), key: keys.merchant.publicKey },
    reportError,
  }
  const scheduler = createScheduler(wired)
  const app = await buildApp({ ...wired, scheduler })
  app.addHook('preClose', async () => {
    // The calls that wait are answered; connections without a request would stay open for a minute.
    scheduler.close()
    const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
    app.server.once('close', () => clearTimeout(timer))
  })
  const close = async () => {
    await app.close()
    log.close()
  }
  try {
    const url = await app.listen({ host: config.host, port: config.port })
    for (const entry of store.all()) scheduler.plan(entry)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function buildApp(context: Context): Promise<FastifyInstance> {
  const headers = securityHeadersOf(context.config)
  const app = fastify({
    clientErrorHandler: answerClientError(headers),
    // No hook runs before these answers.
    frameworkErrors: (_error, _request, reply) =>
      void sendPage((reply as FastifyReply).headers(headers), 400, errorPage(400)),
    bodyLimit: 65_536,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    logger: false,
  })
  guardBodies(app)
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(headers)
  })
  guardOrigins(app)
  await app.register(formbody, { bodyLimit: 16_384 })
  await app.register(files, {
    root: fileURLToPath(new URL('assets', import.meta.url)),
    prefix: ASSETS_PATH,
  })

  // A signature that is valid shows that the keys of both sides match.
  const echoTest = signedCall(EchoTestRequest, () => approved())
  const calls = { payment, paymentQuery, voidPayment, echoTest, settlementList }
  for (const [name, run] of Object.entries(calls))
    app.post(GATEWAY_CALLS[name as keyof typeof GATEWAY_CALLS], ({ body }) => run(context, body))
  hostedPage(app, context)
  app.get('/', (_, reply) => sendPage(reply, 200, rootPage(context.config)))
  app.get('/favicon.ico', (_, reply) => reply.sendFile('icon.svg'))
  registerControlApi(app, context)
  app.get('/healthz', () => ({ status: 'ok' }))

  app.setNotFoundHandler((_, reply) => sendPage(reply, 404, errorPage(404)))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500)
      context.reportError(
        `${request.method} ${request.routeOptions.url ?? ''}: ${error.stack ?? ''}`,
      )
    return sendPage(reply, status, errorPage(status))
  })
  return app
}
