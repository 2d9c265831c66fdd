import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Folder of the built app and, in `consola/`, of the built console. */
export const BUILT_APP = fileURLToPath(new URL('../../dist/app', import.meta.url))
/** The OpenAPI document of the build, with the places of a server's settings. */
export const BUILT_DOCUMENT = fileURLToPath(new URL('../../dist/openapi.json', import.meta.url))

/** Serves a built app, and the console under `/consola/`; without a build it serves nothing. */
export async function registerStaticFiles(http: FastifyInstance, root = BUILT_APP): Promise<void> {
  if (!existsSync(root)) return
  http.get('/consola', (_request, reply) => reply.redirect('/consola/'))
  await http.register(statics, {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names in /assets/ carry a hash of the content; the page itself is revalidated each time.
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** The app's icon, which the pages of the server show too. */
export const ICON = readFileSync(new URL('../../app/public/icon.svg', import.meta.url))

/** Answers the address at which browsers look for an icon that a page does not name. */
export function registerFavicon(http: FastifyInstance): void {
  http.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(ICON),
  )
}
