import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { refusedCall } from '#server/http/callPipeline.ts'
import { refuse } from '#server/http/errors.ts'
import { sendSmallPage } from '#server/http/smallPage.ts'

/** Address below which the calls are. */
const BASE = '/api/'

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f7f4ee, #0d1a20); color: light-dark(#0f252d, #f2efe8); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; padding: 2rem 1.25rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.75rem; }
code { overflow-wrap: anywhere; }
ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: 0.75rem; }
a { display: block; padding: 0.9rem 1.1rem; border: 1px solid light-dark(#dfdad1, #2c3d45); border-radius: 14px; background: light-dark(#fffefd, #15252c); color: light-dark(#005868, #7fd0d8); font-weight: 600; }`

const HOW =
  'Esta dirección es para programas: cada llamada es un POST con JSON a /api/{grupo}/process/{llamada}.'

const BODY = `<p>Esta dirección es para programas. Cada llamada es un <code>POST</code> con JSON a <code>/api/{grupo}/process/{llamada}</code>.</p>
<ul>
<li><a href="/docs/">Las llamadas, con ejemplos para probar</a></li>
<li><a href="/">La app</a></li>
<li><a href="/consola/">La consola</a></li>
</ul>`

/** Serves the address of the calls itself: what it is for, and where the calls are documented. */
export function registerApiAddress(http: FastifyInstance): void {
  http.get(BASE.slice(0, -1), (_request, reply) => reply.redirect(BASE))
  http.get(BASE, (request, reply) =>
    answer(request, reply, 'Acá contesta Surtidor', { description: HOW, docs: '/docs/json' }),
  )
}

/**
 * The address in the app or the console that a path was meant for: their routes stand behind a `#`, which
 * mail filters encode and people leave out. An unknown route has a page there with a way in.
 */
function hashAddress(url: string): string {
  const [, program = '', route = ''] = /^(\/consola(?=\/))?\/*(?:%23)?\/*(.*)$/.exec(url) ?? []
  return `${program}/#/${route}`
}

/**
 * The answer to an address that nothing serves. A browser is sent into the app; below the calls' address it
 * says so in words.
 */
export const sendNotFound =
  (context: Context) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // A chunk that a deploy removed may come back with the next one.
    reply.code(404).header('cache-control', 'no-store')
    if (!request.url.startsWith(BASE)) {
      const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
      return isPage
        ? reply.header('vary', 'Accept').redirect(hashAddress(request.url), 302)
        : reply.send({ statusCode: 404 })
    }
    const title = 'Esa llamada no existe'
    const error = `${title}. ${HOW}`
    const refusal = await refusedCall(context, refuse(error, 'unknown_call'))
    return answer(request, reply, title, { statusCode: 404, error, ...refusal })
  }

/** A page for browsers, JSON for programs. */
function answer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  title: string,
  json: object,
): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'Accept')
  if (!headers.accept?.includes('text/html')) return reply.send(json)
  return sendSmallPage(reply, { title, style: STYLE, body: BODY })
}
