import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { toDate } from '#contract/dates.ts'
import type { Context } from '#server/context.ts'
import type { DocumentedHandlers } from '#server/docs/guide.ts'
import { servedDocument } from '#server/docs/servedDocument.ts'
import { completeRequest, storeSession } from '#server/docs/swaggerInterceptors.ts'
import { BUILT_DOCUMENT, ICON } from '#server/http/staticFiles.ts'

/** The document as the build wrote it; outside production, where sources change, it is made anew. */
async function builtDocument(production: boolean, handlers: DocumentedHandlers): Promise<string> {
  if (production && existsSync(BUILT_DOCUMENT)) return await readFile(BUILT_DOCUMENT, 'utf8')
  const { openapi } = await import('#server/docs/openapi.ts')
  return JSON.stringify(openapi(handlers))
}

/**
 * Registers `/docs`: Swagger UI with the fields, codes and examples of every call, and a form that
 * sends the call to this server. Interceptors fill in the audit number and the session token.
 */
export async function docsPage(
  http: FastifyInstance,
  { config, now }: Pick<Context, 'config' | 'now'>,
  handlers: DocumentedHandlers,
): Promise<void> {
  let built = ''
  let shown = { day: '', document: {} }
  const update = async () => {
    built ||= await builtDocument(config.production, handlers)
    const day = toDate(now())
    // The example dates change once a day.
    if (shown.day !== day) shown = { day, document: servedDocument(built, config, now()) }
  }
  await http.register(swagger, { mode: 'static', specification: { document: {} as never } })
  await http.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      onRequest: (_request, _reply, proceed) => void update().then(() => proceed(), proceed),
    },
    transformSpecification: () => shown.document as never,
    transformSpecificationClone: false,
    theme: {
      title: 'Surtidor API',
      css: [{ filename: 'surtidor.css', content: STYLE }],
      js: [
        { filename: 'trustedTypes.js', content: TRUSTED_TYPES },
        { filename: 'sections.js', content: SECTIONS },
      ],
      favicon: [
        { filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: ICON },
      ],
    },
    staticCSP: POLICY,
    uiConfig: {
      // Without the top bar, whose logo has a style element that the policy would have to name.
      layout: 'BaseLayout',
      docExpansion: 'list',
      tryItOutEnabled: true,
      defaultModelsExpandDepth: -1,
      requestInterceptor: completeRequest,
      responseInterceptor: storeSession,
    } as never,
  })
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // The icons of Swagger UI's style sheet.
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
].join('; ')

/**
 * Swagger UI sets the texts of the document as HTML. The policy lets through the tags that Markdown
 * makes of ours, without attributes; any other text is shown as text.
 */
const TRUSTED_TYPES = String.raw`
globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) =>
    /<(?!\/?(?:p|code|pre|strong|em|ul|ol|li|br|h2|table|thead|tbody|tr|th|td)>)/.test(text) ? text.replaceAll('<', '&lt;') : text,
})
`

/**
 * Makes each section of the guide one that opens and closes, so that the calls are near the top, and lets
 * the keyboard scroll its code and tables.
 */
const SECTIONS = `
new MutationObserver((_, observer) => {
  const guide = document.querySelector('.info .renderedMarkdown')
  if (!guide) return
  observer.disconnect()
  for (const heading of guide.querySelectorAll('h2')) {
    const [section, summary] = [document.createElement('details'), document.createElement('summary')]
    heading.before(section)
    summary.append(heading)
    section.append(summary)
    while (section.nextSibling && section.nextSibling.nodeName !== 'H2') section.append(section.nextSibling)
    for (const wide of section.querySelectorAll('pre > code, table')) {
      wide.tabIndex = 0
      if (wide.localName === 'code') Object.assign(wide, { role: 'region', ariaLabel: 'Example: ' + heading.textContent })
    }
  }
}).observe(document, { childList: true, subtree: true })
`

/**
 * Hides the column of links, the note about the Accept header, the bodies of HTTP
 * errors, which are all alike, and the form for credentials: the interceptors set the session, and no form can set a cookie.
 */
const STYLE = `
  .swagger-ui .response-col_links, .swagger-ui .response-control-media-type__accept-message { display: none; }
  .swagger-ui .response:not([data-code="200"]) :is(.response-controls, .model-example) { display: none; }
  .swagger-ui .auth-wrapper, .swagger-ui .authorization__btn { display: none; }
  .swagger-ui .info details { border-bottom: 1px solid #8884; }
  .swagger-ui .info details > :not(summary) { max-width: 60rem; margin-inline: 0; }
  .swagger-ui .info summary { padding: 0.9rem 0.25rem; cursor: pointer; }
  .swagger-ui .info summary h2 { display: inline; margin: 0; font-size: 1.15rem; }
  .swagger-ui .info .renderedMarkdown pre > code { display: block; overflow-x: auto; padding: 1rem; white-space: pre; }
  .swagger-ui .info table { display: block; overflow-x: auto; }
  .swagger-ui .info .renderedMarkdown table tr :is(td, th) { min-width: 0; max-width: none; padding: 0.4rem 1rem 0.4rem 0; vertical-align: top; }
  .swagger-ui .info code { overflow-wrap: anywhere; }
  @media (max-width: 640px) { .swagger-ui table tbody tr td:first-of-type { min-width: 3.5em; max-width: none; } }
`
