import type { FastifyInstance } from 'fastify'
import type { Context } from '#sandbox/context.ts'

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

/** Sets the headers of every answer. The return is a form POST to the merchant, whose origin the policy allows. */
export function guardPages(app: FastifyInstance, { config }: Context): void {
  const origins = new Set(
    Object.values(config.merchant.callbacks).map((url) => new URL(url).origin),
  )
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${[...origins].join(' ')}`,
  ].join('; ')
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      // With no-referrer the return would carry `Origin: null`.
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'cache-control': 'no-store',
    })
  })
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
