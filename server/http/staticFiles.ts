import { existsSync, readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#server/config.ts'

const APP = fileURLToPath(new URL('../../dist/app', import.meta.url))

/** Serves the built app, and the console under `/consola/`, with the headers that keep a page to itself. */
export async function registerStaticFiles(http: FastifyInstance, config: Config): Promise<void> {
  const everywhere = headersOf(config)
  http.addHook('onRequest', (_request, reply, done) => {
    reply.headers(everywhere)
    done()
  })
  if (!existsSync(APP)) return
  http.get('/consola', (_request, reply) => reply.redirect('/consola/'))
  await http.register(statics, {
    root: APP,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Built files carry their hash in their name; the page itself is asked for each time.
      const lasting = path.includes('/assets/')
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** What every answer tells a browser to refuse. It hangs on the settings alone: asked for once, sent with each. */
function headersOf(config: Config): ReturnType<ServerResponse['getHeaders']> {
  const pagesOf = new URL(config.gateway.pagesUrl).origin
  const secure = config.publicUrl.startsWith('https:')
  const inline = inlineHashes()
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.script],
        styleSrc: ["'self'", ...inline.style],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        // The way to the card: a top-level form that carries the token to the gateway's page.
        formAction: ["'self'", pagesOf],
        frameAncestors: ["'none'"],
        // A text never becomes markup by itself: not even a defect of ours could run it.
        requireTrustedTypesFor: ["'script'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  set(request, response, (error) => {
    if (error) throw error
  })
  return {
    ...response.getHeaders(),
    // The nearest station and the code of a bill are all that a page of ours looks around for.
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  }
}

/** Hashes of the page's own inline script and styles, written beside it by the build. */
function inlineHashes(): { script: string[]; style: string[] } {
  const file = join(APP, 'csp.json')
  if (!existsSync(file)) return { script: [], style: [] }
  return JSON.parse(readFileSync(file, 'utf8')) as { script: string[]; style: string[] }
}
