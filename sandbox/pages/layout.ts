import type { FastifyReply } from 'fastify'
import { type Html, html } from '#sandbox/pages/html.ts'

/** Path of the pages' style sheets, scripts and icon. */
export const ASSETS_PATH = '/pasarela/'

/** Sends a page. */
export const sendPage = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

/** The HTML document of every page. */
export function pageLayout(title: string, script: string | null, main: Html): string {
  return html`<!doctype html>
<html lang="es-UY">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Pasarela de pruebas GEOPay</title>
<link rel="icon" href="${ASSETS_PATH}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${ASSETS_PATH}page.css">
<link rel="stylesheet" href="${ASSETS_PATH}card.css">
${script ? html`<script src="${ASSETS_PATH}${script}" defer></script>` : null}
</head>
<body>
<header class="band">
  <p class="house"><img src="${ASSETS_PATH}icon.svg" alt="" width="28" height="28"> Pasarela de pruebas <b>GEOPay</b></p>
  <p class="notice">Acá no se mueve plata de verdad</p>
</header>
${main}
<footer class="foot"><p>Red de tarjetas simulada, para probar el pago de punta a punta. No uses una tarjeta real.</p></footer>
</body>
</html>
`.text
}
