import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/http/escapeHtml.ts'

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; text-align: center; background: light-dark(#f7f4ee, #0d1a20); color: light-dark(#0f252d, #f2efe8); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; padding: 2rem 1.25rem; display: grid; gap: 1.25rem; justify-items: center; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; }
p { margin: 0; }
a { display: inline-block; min-height: 3rem; padding: 0 1.5rem; border-radius: 12px; font-weight: 600; line-height: 3rem; color: light-dark(#005868, #7fd0d8); }
a.main { background: light-dark(#005868, #7fd0d8); color: light-dark(#ffffff, #07151b); text-decoration: none; }`

interface PhonePage {
  title: string
  /** Markup after the title. */
  body: string
  /** Runs after the body. */
  script?: string
  /** Address to which the page navigates at once. */
  next?: string
  /** Origins to which a form of the page may be sent. */
  formAction?: string
}

/** Sends a page of the browser over the installed app, which is small and never stored. */
export function sendPhonePage(reply: FastifyReply, page: PhonePage): FastifyReply {
  const { title, body, script, next, formAction = "'none'" } = page
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(';')
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="es-UY">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Surtidor</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${next === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escapeHtml(next)}">`}
<style>${STYLE}</style>
</head>
<body><main>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>`)
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
