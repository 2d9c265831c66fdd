import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { BODY_LIMIT } from '#contract/call.ts'
import { ping } from '#db/core/connection.ts'
import { connectionLoss } from '#db/core/sqlErrors.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { docsPage } from '#server/docs/swaggerPage.ts'
import { handlers } from '#server/handlers.ts'
import { registerApiAddress, sendNotFound } from '#server/http/apiRootPage.ts'
import { refusedCall } from '#server/http/callPipeline.ts'
import { registerCall } from '#server/http/callRoute.ts'
import type { Handler } from '#server/http/defineHandler.ts'
import {
  Busy,
  CrossSiteError,
  MalformedRequestError,
  RateLimited,
  refuse,
  TooManyItemsError,
} from '#server/http/errors.ts'
import { loggedText } from '#server/http/loggedText.ts'
import { registerRequestGuards } from '#server/http/originGuard.ts'
import { answerClientError, refuseExpectations } from '#server/http/rawErrors.ts'
import { traceRateLimit } from '#server/http/refusalTrace.ts'
import { registerSecurityHeaders, securityHeadersOf } from '#server/http/securityHeaders.ts'
import { BUILT_APP, registerFavicon, registerStaticFiles } from '#server/http/staticFiles.ts'
import { registerTilesFile } from '#server/http/tilesFile.ts'
import { registerPromotionPictures } from '#server/info/promotionPictures.ts'
import { registerDevMailbox } from '#server/mail/devMailbox.ts'
import { registerGatewayEndpoints } from '#server/payments/gatewayEndpoints.ts'
import { registerPhonePayment } from '#server/phone/phonePayment.ts'
import { registerWellKnownFiles } from '#server/phone/wellKnown.ts'

/** Time for a request to arrive; Node checks it every 30 seconds. */
const REQUEST_TIMEOUT_MS = 30_000

/** Builds the server of a context; the caller opens its port and closes it. */
export async function buildHttp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const headers = securityHeadersOf(config, BUILT_APP)
  const http = Fastify({
    loggerInstance: context.log,
    // Fastify's two lines per request name neither the contract nor its response code.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === '' ? false : config.trustProxy,
    genReqId: requestIds(context),
    // At a shutdown requests of open connections are answered; the closed listener refuses new ones.
    return503OnClosing: false,
    bodyLimit: BODY_LIMIT,
    // A client that sends its request byte by byte is disconnected.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node would answer a request without `Host` before any hook.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, requireHostHeader: false },
    clientErrorHandler: answerClientError(headers),
    // Fastify's own answers would repeat the URL and name the framework. No hook runs before them.
    frameworkErrors: (error, request, reply) =>
      void sendError(context, error, request, (reply as FastifyReply).headers(headers)),
  })
  refuseExpectations(http.server, headers)
  http.setErrorHandler((error, request, reply) =>
    sendError(context, error as FastifyError, request, reply),
  )
  http.setNotFoundHandler(sendNotFound(context))
  const isClosing = closeConnectionsAtShutdown(http, context.shutdown.idleMs)
  // Before every other hook: a request refused by a later hook gets the headers too.
  registerSecurityHeaders(http, headers)
  // RFC 9112, section 3.2: a request of HTTP/1.1 names its host.
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    const isMissing = raw.httpVersion === '1.1' && raw.headers.host === undefined
    done(isMissing ? new MalformedRequestError('no host') : undefined)
  })
  await registerStaticFiles(http)
  registerFavicon(http)
  await registerTilesFile(http, config)
  await http.register(cookie)
  await http.register(
    async (api) => {
      await registerFloodGuard(api, config)
      // On a phone's network a compressed page of a list arrives in a fifth of the time.
      await api.register(compress, { encodings: ['gzip'], threshold: COMPRESSION_THRESHOLD })
      registerRequestGuards(api, config)
      for (const handler of Object.values(handlers) as unknown as Handler[])
        registerCall(api, context, handler)
    },
    { prefix: '/api/' },
  )
  await http.register(async (scope) => {
    await registerFloodGuard(scope, config)
    registerPromotionPictures(scope, context.db)
  })
  registerApiAddress(http)
  registerPhonePayment(http, config)
  registerWellKnownFiles(http, config)
  await http.register(registerGatewayEndpoints(context))
  http.get('/healthz', async () => ({ alive: true }))
  http.get('/readyz', async (_request, reply) => {
    const ready = !isClosing() && (await ping(context.db))
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  await docsPage(http, context, handlers)
  registerDevMailbox(http, context)
  return http
}

/**
 * The flood guard of the library, the one count in a process's memory: it stands before the body is
 * read, where a row per call would be a write for each. Limits of calls are in `http/limits.ts`.
 */
async function registerFloodGuard(scope: FastifyInstance, config: Config): Promise<void> {
  if (config.callsPerMinute === 0) return
  await scope.register(rateLimit, {
    max: config.callsPerMinute,
    timeWindow: '1 minute',
    // A refused client reads `Retry-After`; the counts are not published.
    addHeaders: NO_COUNT_HEADERS,
    addHeadersOnExceeding: NO_COUNT_HEADERS,
  })
}

/** Bytes below which a compressed answer fills as many packets as a plain one. */
const COMPRESSION_THRESHOLD = 2_048

const NO_COUNT_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** When a client that found the process busy may call again. */
const BUSY_SECONDS = 2

/** Request ids for the log, unique across processes: a random prefix per start and a counter. */
function requestIds({ random }: Pick<Context, 'random'>): () => string {
  const prefix = random(6).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

/**
 * At a shutdown the requests in flight are finished, each with `Connection: close`. An idle keep-alive
 * connection is closed after `idleMs`: Node would close it at once, also when its next request is
 * already on its way.
 * @returns whether the shutdown has begun
 */
function closeConnectionsAtShutdown(http: FastifyInstance, idleMs: number): () => boolean {
  let closing = false
  let mayClose = false
  let inFlight = 0
  const closeIdle = () => {
    if (mayClose && inFlight === 0) http.server.closeAllConnections()
  }
  http.addHook('onRequest', async (_request, reply) => {
    inFlight += 1
    // Emitted after the answer and after a disconnection alike.
    reply.raw.once('close', () => {
      inFlight -= 1
      closeIdle()
    })
  })
  http.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
  http.addHook('preClose', async () => {
    closing = true
    http.server.closeIdleConnections = () => {}
    const idle = setTimeout(() => (mayClose = true), idleMs)
    // Repeated: a disconnected client may connect again before the listener is closed.
    const timer = setInterval(closeIdle, 50)
    http.server.once('close', () => {
      clearTimeout(idle)
      clearInterval(timer)
    })
  })
  return () => closing
}

/** Answers an error with its HTTP status and no detail; a defect or an outage is logged whole. */
async function sendError(
  context: Context,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store')
  if (error instanceof RateLimited) {
    reply.header('retry-after', error.seconds)
    return await sendTooMany(context, reply)
  }
  if (error instanceof CrossSiteError) {
    const origin = loggedText(request.headers.origin ?? '')
    request.log.warn(
      { event: 'http.cross_site_refused', origin, path: request.routeOptions.url },
      'A request from another site was refused.',
    )
    context.metrics.refusedSites.inc()
    return reply.code(403).send({ statusCode: 403 })
  }
  if (error instanceof Busy)
    return reply.code(503).header('retry-after', BUSY_SECONDS).send({ statusCode: 503 })
  // A compressed answer to a client that has gone: neither a defect nor an outage.
  const isUnread = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed
  const status = isUnread ? 499 : (error.statusCode ?? 500)
  if (status === 429) {
    traceRateLimit(context, request)
    return await sendTooMany(context, reply)
  }
  if (status === 413)
    return reply.code(413).send({
      statusCode: 413,
      maxBytes: request.routeOptions.bodyLimit,
      ...(error instanceof TooManyItemsError && { maxItems: error.maxItems }),
    })
  if (error instanceof MalformedRequestError && request.url.startsWith('/api/')) {
    const refusal = refuse('El pedido no es un mensaje JSON en UTF-8.', 'invalid_request')
    return reply.code(400).send({ statusCode: 400, ...(await refusedCall(context, refusal)) })
  }
  if (status < 500) return reply.code(status).send({ statusCode: status })
  const down = status === 503 || isOutage(error)
  const path = request.routeOptions.url
  if (down) {
    reply.header('retry-after', BUSY_SECONDS)
    request.log.error(
      { event: 'http.dependency_down', err: error, path },
      'The database or another dependency did not answer; the request got HTTP 503.',
    )
  } else
    request.log.error(
      { event: 'http.call_failed', err: error, path },
      'A request failed because of a defect and got HTTP 500.',
    )
  return reply.code(down ? 503 : 500).send({ statusCode: down ? 503 : 500 })
}

async function sendTooMany(context: Context, reply: FastifyReply): Promise<FastifyReply> {
  const refusal = refuse('Hiciste muchos pedidos seguidos. Probá de nuevo en un rato.', 'too_many')
  return reply.code(429).send({ statusCode: 429, ...(await refusedCall(context, refusal)) })
}

/** Whether the database is unreachable, too slow or out of resources; no input can cause it. */
function isOutage(error: unknown): boolean {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  if (/^(ENOENT|53)/.test(code ?? '') || message === 'Query read timeout') return true
  return connectionLoss(error) !== undefined || (cause ? isOutage(cause) : false)
}
