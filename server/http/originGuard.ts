import type { FastifyInstance } from 'fastify'
import { BODY_LIMIT } from '#contract/call.ts'
import type { Config } from '#server/config.ts'
import { CrossSiteError } from '#server/http/errors.ts'
import { registerJsonParser } from '#server/http/jsonBody.ts'

/**
 * Refuses requests of other sites' pages and malformed bodies. The wire's content type, text/plain,
 * can be posted by any page without a CORS preflight, so the origin is checked on every request.
 * @param granted of what the page of the installed app may send and read
 */
export function registerRequestGuards(
  api: FastifyInstance,
  config: Config,
  // The app's clock follows the server's, and a refusal says when to try again.
  granted = { methods: 'POST', sent: 'Content-Type, X-XSRF-TOKEN', read: 'Date, Retry-After' },
): void {
  registerJsonParser(api, ['text/plain', 'application/json'], BODY_LIMIT)
  api.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const foreign = origin !== undefined && !config.origins.includes(origin)
    // A form posted by another site's page is a navigation; calls of our own pages never are.
    if (foreign || request.headers['sec-fetch-mode'] === 'navigate') {
      done(new CrossSiteError())
      return
    }
    // The phone app's web view has an origin of its own and reads answers only with this header.
    reply.header('vary', 'Origin')
    if (origin !== undefined)
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': granted.read,
      })
    done()
  })
  api.options('/*', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': granted.methods,
        'access-control-allow-headers': granted.sent,
        'access-control-max-age': '600',
      })
      .code(204)
      .send(),
  )
}
