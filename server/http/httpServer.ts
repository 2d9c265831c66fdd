import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ping } from '#db/connection.ts'
import { registerCall } from '#server/http/callRoute.ts'
import type { Context } from '#server/context.ts'
import { docsPage } from '#server/docs/swaggerPage.ts'
import { handlers } from '#server/handlers.ts'
import { registerDevMailbox } from '#server/mail/devMailbox.ts'
import { registerSecurityHeaders } from '#server/http/securityHeaders.ts'
import { BUILT_APP, registerStaticFiles } from '#server/http/staticFiles.ts'
import { registerGatewayEndpoints } from '#server/gateway/gatewayEndpoints.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import { CrossSiteError, RateLimited } from '#server/http/errors.ts'
import { registerRequestGuards } from '#server/http/originGuard.ts'

/** How long a request may take to arrive, in milliseconds; Node looks every half a minute. */
const PATIENCE = 30_000

/** Builds the server on a context; whoever builds it listens and closes. */
export async function buildHttp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const http = Fastify({
    loggerInstance: context.log,
    // Our own line says the service and its code; Fastify's pair would say neither.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === '' ? false : config.trustProxy,
    genReqId: requestIds(context),
    // In flight at a shutdown: finished; new ones: turned away by the closed listener, not by a 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    bodyLimit: 64 * 1024,
    // Who sends a letter a minute holds a place no longer than the slowest honest phone.
    requestTimeout: PATIENCE,
    http: { headersTimeout: PATIENCE },
    // Neither the address nor the framework's own words go out.
    frameworkErrors: (error, request, reply) =>
      void fail(context, error, request, reply as FastifyReply),
  })
  http.setErrorHandler((error, request, reply) =>
    fail(context, error as FastifyError, request, reply),
  )
  http.setNotFoundHandler((_request, reply) => reply.code(404).send({ statusCode: 404 }))
  letGoWhenClosing(http)
  // Before every other hook: a request refused by a later hook gets the headers too.
  registerSecurityHeaders(http, config, BUILT_APP)
  await registerStaticFiles(http)
  await http.register(cookie)
  await http.register(
    async (api) => {
      if (config.callsPerMinute > 0)
        await api.register(rateLimit, {
          max: config.callsPerMinute,
          timeWindow: '1 minute',
          // Whoever is turned away reads `Retry-After`; nobody else has a use for the count.
          addHeaders: NO_COUNT,
          addHeadersOnExceeding: NO_COUNT,
        })
      registerRequestGuards(api, config)
      for (const handler of Object.values(handlers) as unknown as Handler[])
        registerCall(api, context, handler)
    },
    { prefix: '/api/' },
  )
  await http.register(registerGatewayEndpoints(context))
  http.get('/healthz', async () => ({ alive: true }))
  http.get('/readyz', async (_request, reply) => {
    const ready = await ping(context.db)
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  await docsPage(http, context)
  registerDevMailbox(http, context)
  return http
}

const NO_COUNT = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** Ids that tell requests apart in the logs of all processes and starts: chance is asked once. */
function requestIds({ random }: Pick<Context, 'random'>): () => string {
  const process = random(6).toString('hex')
  let count = 0
  return () => `${process}-${(++count).toString(36)}`
}

/**
 * At a shutdown the calls in flight are finished, and then nobody holds us: a connection that is
 * kept alive, or was opened and never asked anything, would for a minute.
 */
function letGoWhenClosing(http: FastifyInstance): void {
  let closing = false
  let inFlight = 0
  const letGo = () => {
    if (closing && inFlight === 0) http.server.closeAllConnections()
  }
  http.addHook('onRequest', async (_request, reply) => {
    inFlight += 1
    // Its end, whether it was answered or the client hung up.
    reply.raw.once('close', () => {
      inFlight -= 1
      letGo()
    })
  })
  http.addHook('preClose', async () => {
    closing = true
    // Again and again: a client that is let go may knock once more before the door is shut.
    const letting = setInterval(letGo, 50)
    http.server.once('close', () => clearInterval(letting))
  })
}

/** What is not an answer: the status says it all, and nothing of the inside goes out. */
function fail(
  context: Context,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (error instanceof RateLimited)
    return reply.code(429).header('retry-after', error.seconds).send({ statusCode: 429 })
  if (error instanceof CrossSiteError) {
    const { origin } = request.headers
    request.log.warn({ origin, path: request.routeOptions.url }, 'cross-site request refused')
    context.metrics.refusedSites.inc()
    return reply.code(403).send({ statusCode: 403 })
  }
  const status = error.statusCode ?? 500
  if (status < 500) return reply.code(status).send({ statusCode: status })
  const down = status === 503 || isOutage(error)
  request.log.error(
    { err: error, path: request.routeOptions.url },
    down ? 'a dependency is down' : 'defect',
  )
  return reply.code(down ? 503 : 500).send({ statusCode: down ? 503 : 500 })
}

/** The database is away, restarting or out of room: nobody's input did that. */
function isOutage(error: unknown): boolean {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  if (
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|57P0|53|08)/.test(code ?? '') ||
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(
      message ?? '',
    )
  )
    return true
  return cause ? isOutage(cause) : false
}
