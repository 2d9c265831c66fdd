import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { toStamp } from '#contract/dates.ts'
import type { Context } from '#server/context.ts'
import { openapi } from '#server/docs/openapi.ts'
import { fillIn, storeSession } from '#server/docs/swaggerInterceptors.ts'

/**
 * `/docs`: every call with its fields, codes and examples, and a form that tries it for real.
 * The page fills in what a person would forget: a fresh audit number, and the session of its login.
 */
export async function docsPage(
  http: FastifyInstance,
  { config, now }: Pick<Context, 'config' | 'now'>,
): Promise<void> {
  // The app's own.
  const icon = readFileSync(join(import.meta.dirname, '../../app/public/icon.svg'))
  let made = { day: '', text: {} }
  const document = () => {
    const day = toStamp(now()).slice(0, 8)
    // Making it costs more than any call: once a day.
    if (made.day !== day) made = { day, text: openapi(config.publicUrl, now()) }
    return made.text as never
  }
  await http.register(swagger, { mode: 'static', specification: { document: document() } })
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    // Its dates are as far from the day it is read.
    transformSpecification: document,
    transformSpecificationClone: false,
    logo: { type: 'image/svg+xml', content: icon, href: '/', target: '_self' },
    theme: {
      title: 'Surtidor, las llamadas',
      css: [{ filename: 'surtidor.css', content: STYLE }],
      favicon: [
        { filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon },
      ],
    },
    staticCSP:
      "default-src 'none'; base-uri 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; form-action 'none'; frame-ancestors 'none'",
    uiConfig: {
      docExpansion: 'list',
      tryItOutEnabled: true,
      defaultModelsExpandDepth: -1,
      requestInterceptor: fillIn,
      responseInterceptor: storeSession,
    } as never,
  })
}

/** There is one document and it has no links: room for the examples on a phone. */
const STYLE = `
  .swagger-ui .topbar .download-url-wrapper { display: none; }
  .swagger-ui .topbar .topbar-wrapper { flex-direction: row; justify-content: space-between; }
  .swagger-ui .response-col_links { display: none; }
  @media (max-width: 640px) { .swagger-ui table tbody tr td:first-of-type { min-width: 3.5em; max-width: none; } }
`
