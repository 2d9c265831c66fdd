import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sjson from 'secure-json-parse'
import { CrossSiteError, type IncomingCall } from '#server/http/callPipeline.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'

const BODY_LIMIT = 64 * 1024
const DEPTH_LIMIT = 32
const BINDER = 'binder'
const XSRF = 'XSRF-TOKEN'
const DEVICE = 'device'
/** A year: the session's own expiry is the server's. */
const COOKIE_SECONDS = 31_536_000

/** A body with the text it came as. */
export interface ParsedBody {
  text: string
  json: unknown
}

class Malformed extends Error {
  readonly statusCode = 400
}

/**
 * The door's own defences: text/plain is a type that any page may post without a preflight, so
 * the type defends nothing, and origin, shape and size are looked at instead.
 */
export function registerRequestGuards(api: FastifyInstance, config: Config): void {
  registerJsonParser(api, ['text/plain', 'application/json'], BODY_LIMIT)
  api.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const foreign = origin !== undefined && !config.origins.includes(origin)
    // A form of another site arrives as a navigation; our own calls never do.
    if (foreign || request.headers['sec-fetch-mode'] === 'navigate') throw new CrossSiteError()
    // To the browser inside a phone's app we are another site: without a word it may not read us.
    reply.header('vary', 'Origin')
    if (origin !== undefined) reply.header('access-control-allow-origin', origin)
  })
  api.options('/*', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN',
        'access-control-max-age': '600',
      })
      .code(204)
      .send(),
  )
}

/**
 * What is posted at a door is read as a `Parsed`; what is none is 400 before it comes any further.
 * @param limit bytes
 */
export function registerJsonParser(http: FastifyInstance, types: string[], limit: number): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    types,
    { parseAs: 'string', bodyLimit: limit },
    (_request, text, done) => {
      try {
        done(null, parseBody(String(text)))
      } catch {
        done(new Malformed('malformed body'))
      }
    },
  )
  // Where neither a type nor a length is named, no parser is asked at all.
  http.addHook('preValidation', async ({ method, body }) => {
    if (method === 'POST' && body === undefined) throw new Malformed('no body')
  })
}

/** @throws on what is not JSON, nests deeper than 32, or smuggles a prototype */
export function parseBody(text: string): ParsedBody {
  const json: unknown = sjson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  checkShape(json, 1)
  return { text, json }
}
function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_LIMIT) throw new RangeError('too deep')
  // A length with a toString of its own would be compared by calling it.
  if (Object.hasOwn(value, 'constructor') || Object.hasOwn(value, 'toString'))
    throw new TypeError('forbidden key')
  for (const inner of Object.values(value)) checkShape(inner, depth + 1)
}

/** What `answer` needs to know of a request, cookies included. */
export function toIncomingCall(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): IncomingCall {
  const { config } = context
  const { text, json } = request.body as ParsedBody
  const binder = request.cookies[BINDER]
  const web = new URL(config.publicUrl).origin
  return {
    text,
    body: json,
    address: request.ip,
    browser: request.headers.origin === web || request.headers['sec-fetch-site'] === 'same-origin',
    binder,
    sameSite:
      binder !== undefined &&
      agree(config, binder, request.cookies[XSRF], request.headers['x-xsrf-token']),
    bind: (fresh) => setCookies(config, reply, fresh),
    device: request.cookies[DEVICE],
    remember: (word) => {
      reply.setCookie(DEVICE, word, { ...kept(config), path: '/api/', httpOnly: true })
    },
  }
}

/** Signed double submit: the header repeats the cookie, and the cookie was made for this binder. */
function agree(
  config: Config,
  binder: string,
  cookie: string | undefined,
  header: unknown,
): boolean {
  if (cookie === undefined || typeof header !== 'string') return false
  const expected = Buffer.from(xsrfOf(config, binder))
  const [given, said] = [Buffer.from(cookie), Buffer.from(header)]
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    said.length === given.length &&
    timingSafeEqual(said, given)
  )
}
const xsrfOf = (config: Config, binder: string) =>
  createHmac('sha256', config.secret).update(`xsrf ${binder}`).digest('base64url')

const kept = (config: Config) =>
  ({
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  }) as const

function setCookies(config: Config, reply: FastifyReply, binder: string | null): void {
  if (binder === null) {
    reply.clearCookie(BINDER, { path: '/api/' }).clearCookie(XSRF, { path: '/' })
    return
  }
  reply.setCookie(BINDER, binder, { ...kept(config), path: '/api/', httpOnly: true })
  reply.setCookie(XSRF, xsrfOf(config, binder), { ...kept(config), path: '/' })
}
