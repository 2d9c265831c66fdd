import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import { sendPage } from '#sandbox/pages/layout.ts'
import { errorPage } from '#sandbox/pages/messagePages.ts'

/** Maximum nesting of a message: the canonical form to sign is computed recursively. */
const MAX_DEPTH = 32

/** Accepts JSON and forms only, nested at most MAX_DEPTH levels. */
export function guardBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isTooDeep(body)) done(Object.assign(new Error('too deep'), { statusCode: 400 }))
      else void parse(request, body, done)
    },
  )
}

/** The headers of every answer. The return is a form POST to the merchant, whose origin the policy allows. */
export function securityHeadersOf({ merchant }: SandboxConfig): Record<string, string> {
  const origins = new Set(Object.values(merchant.callbacks).map((url) => new URL(url).origin))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${[...origins].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // With no-referrer the return would carry `Origin: null`.
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cache-control': 'no-store',
  }
}

/**
 * Refuses the forms and messages of other sites' pages with 403. The one that they may send opens the
 * hosted page: the merchant's form does so with a token, and it changes nothing.
 */
export function guardOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers, routeOptions }, reply) => {
    if (method !== 'POST' || routeOptions.url === HOSTED_PAGE || !isForeign(headers)) return
    await sendPage(reply, 403, errorPage(403))
  })
}

/** A browser says where a request comes from; over plain HTTP of another machine it sends the origin only. */
function isForeign(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin'
  return origin !== undefined && URL.parse(origin)?.host !== host
}

/** Writes the answer to what is no HTTP, of which Fastify knows no request. */
export const answerClientError =
  (headers: Record<string, string>) =>
  ({ code }: NodeJS.ErrnoException, socket: Socket): void => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    if (code !== 'ECONNRESET' && socket.writable)
      socket.write(
        `HTTP/1.1 400 Bad Request\r\n${lines.join('')}content-length: 0\r\nconnection: close\r\n\r\n`,
      )
    socket.destroy()
  }

/** Counts the brackets outside strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth += 1
    else if (token === ']' || token === '}') depth -= 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}
