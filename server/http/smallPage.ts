import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#server/http/escapeHtml.ts'

interface SmallPage {
  title: string
  style: string
  /** Markup after the title. */
  body: string
  script?: string
  /** Address to which the page navigates at once. */
  next?: string
  /** Origins to which a form of the page may be sent. */
  formAction?: string
  /** Origins of the frames of the page. */
  frames?: string
}

/** Sends a page without the app, which is never stored. */
export function sendSmallPage(reply: FastifyReply, page: SmallPage): FastifyReply {
  const { title, style, body, script, next, formAction = "'none'", frames } = page
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
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
<style>${style}</style>
</head>
<body><main>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>`)
}

/** A text's hash as a content security policy names it. */
export const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
