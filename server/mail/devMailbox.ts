import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toHeaderTime } from '#contract/dates.ts'
import { type Mail, mailById, newestMail } from '#db/messaging/mailOutbox.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/mail/emailTemplate.ts'
import { MAILBOX_STYLE } from '#server/mail/devMailboxStyle.ts'

/** Mails on the first page. */
const NEWEST = 200
const PAGE_POLICY = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'"
/** A mail is a guest: it brings its own styles, runs nothing, and its links open elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** What else an address may say, a NUL for one, is not to be asked of a database. */
const ID = /^[\w-]{36}$/

const HERE = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether there is a mailbox at all: without a post office, and never in production nor where the
 * app is reached by another name than this machine's own. There a proxy asks from this machine on
 * behalf of everybody, and the mails hold everybody's codes.
 */
export const hasDevMailbox = ({ production, mail, publicUrl }: Config) =>
  !production && !mail.smtpUrl && HERE.includes(new URL(publicUrl).hostname)

/** The development mailbox: what would have been mailed, for whoever sits at this machine. */
export function registerDevMailbox(http: FastifyInstance, context: Context): void {
  const { db, config } = context
  if (!hasDevMailbox(config)) return
  const page = (path: string, answer: (id: string) => Promise<string | null>, policy: string) =>
    http.get(path, async (request, reply) => {
      const { id = '' } = request.params as { id?: string }
      const html = isHere(request) ? await answer(id) : null
      if (html === null) return reply.callNotFound()
      return reply.headers(headersOf(policy)).send(html)
    })

  const mailOf = async (id: string) => (ID.test(id) ? await mailById(db, id) : undefined)

  page('/mailbox', async () => listPage(await newestMail(db, NEWEST)), PAGE_POLICY)
  page(
    '/mailbox/:id',
    async (id) => {
      const mail = await mailOf(id)
      return mail ? mailPage(mail, config) : null
    },
    PAGE_POLICY,
  )
  page('/mailbox/:id/html', async (id) => (await mailOf(id))?.html ?? null, MAIL_POLICY)
  http.get('/mailbox/style.css', (_request, reply: FastifyReply) =>
    reply.type('text/css; charset=utf-8').send(MAILBOX_STYLE),
  )
}

const headersOf = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
})

/** Asked from this machine, by its own name: a name of somebody else's that points here is no way in. */
function isHere({ socket, hostname }: FastifyRequest): boolean {
  const from = socket.remoteAddress ?? ''
  return /^(127\.|::1$|::ffff:127\.)/.test(from) && HERE.includes(hostname)
}

const frame = (title: string, body: string) => `<!doctype html>
<html lang="es-UY">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Correo de pruebas</title>
<link rel="stylesheet" href="/mailbox/style.css">
</head>
<body><main>${body}</main></body>
</html>`

function listPage(mails: readonly Mail[]): string {
  const rows = mails.map(
    ({ id, at, recipient, subject }) => `<li><a href="/mailbox/${id}">
<strong>${escapeHtml(subject)}</strong>
<span>Para ${escapeHtml(recipient)}</span>
<time>${when(at)}</time></a></li>`,
  )
  const list =
    rows.length > 0
      ? `<ol>${rows.join('\n')}</ol>`
      : '<p class="empty">Todavía no hay correos. Registrate o pedí una contraseña nueva y aparecen acá.</p>'
  return frame(
    'Correo',
    `<h1>Correo de pruebas</h1>
<p>Sin un servidor de correo configurado, lo que mandaríamos se queda acá.</p>${list}`,
  )
}

function mailPage({ id, at, recipient, subject, text }: Mail, config: Config): string {
  return frame(
    subject,
    `<p><a href="/mailbox">Todos los correos</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>Para ${escapeHtml(recipient)}, <time>${when(at)}</time></p>
<h2>Como texto</h2>
<pre>${withLinks(escapeHtml(text), config)}</pre>
<h2>Como página</h2>
<iframe title="El correo como página" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  )
}

/** Our own addresses may be clicked; anything else stays text. */
function withLinks(escaped: string, { publicUrl }: Config): string {
  const links = escaped.matchAll(/https?:\/\/\S+/g)
  return [...links]
    .filter(([link]) => link.startsWith(`${escapeHtml(publicUrl)}/`))
    .reduce((shown, [link]) => shown.replace(link, `<a href="${link}">${link}</a>`), escaped)
}

/** 07/09/2026 14:32, as people here write it. */
function when(at: Date): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (\d+:\d+)/.exec(toHeaderTime(at)) ?? []
  return `${day}/${month}/${year} ${time}`
}
