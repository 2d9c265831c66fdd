import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toHeaderTime } from '#contract/dates.ts'
import { type Mail, mailById, newestMail } from '#db/messaging/mailOutbox.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import { EMAIL_POLICY, PAGE_POLICY } from '#server/mail/devMailboxPolicy.ts'
import { MAILBOX_STYLE } from '#server/mail/devMailboxStyle.ts'

/** Emails on the first page. */
const PAGE_SIZE = 200
/** An email's id. Other text of an address, such as a NUL, is not sent to the database. */
const ID = /^[\w-]{36}$/

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether the development mailbox is served: only without an SMTP server, outside production, and
 * where the app's public name is this machine's own. Behind another name a proxy calls from this
 * machine for every visitor, and the emails hold all people's codes.
 */
export const hasDevMailbox = ({ production, mail, publicUrl }: Config) =>
  !production && !mail.smtpUrl && LOCAL_HOSTS.includes(new URL(publicUrl).hostname)

/** Serves the development mailbox: the emails of the outbox, to browsers on this machine only. */
export function registerDevMailbox(http: FastifyInstance, context: Context): void {
  const { db, config } = context
  if (!hasDevMailbox(config)) return
  const page = (path: string, render: (id: string) => Promise<string | null>, policy: string) =>
    http.get(path, async (request, reply) => {
      const { id = '' } = request.params as { id?: string }
      const html = isLocal(request) ? await render(id) : null
      if (html === null) return reply.callNotFound()
      return reply.headers(headersOf(policy)).send(html)
    })

  const findMail = async (id: string) => (ID.test(id) ? await mailById(db, id) : undefined)

  page('/mailbox', async () => listPage(await newestMail(db, PAGE_SIZE)), PAGE_POLICY)
  page(
    '/mailbox/:id',
    async (id) => {
      const mail = await findMail(id)
      return mail ? mailPage(mail, config) : null
    },
    PAGE_POLICY,
  )
  page('/mailbox/:id/html', async (id) => (await findMail(id))?.html ?? null, EMAIL_POLICY)
  http.get('/mailbox/style.css', (_request, reply: FastifyReply) =>
    reply.type('text/css; charset=utf-8').send(MAILBOX_STYLE),
  )
}

const headersOf = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'no-store',
})

/**
 * Whether a request comes from this machine and names it as its own host. A page of another site
 * whose name resolves to this machine is refused by the name (DNS rebinding).
 */
function isLocal({ socket, hostname }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && LOCAL_HOSTS.includes(hostname)
}

const layout = (title: string, body: string) => `<!doctype html>
<html lang="es-UY">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Correo de pruebas</title>
<link rel="stylesheet" href="/mailbox/style.css">
</head>
<body><main>${body}</main></body>
</html>`

function listPage(emails: readonly Mail[]): string {
  const rows = emails.map(
    ({ id, at, recipient, subject }) => `<li><a href="/mailbox/${id}">
<strong>${escapeHtml(subject)}</strong>
<span>Para ${escapeHtml(recipient)}</span>
<time>${formatTime(at)}</time></a></li>`,
  )
  const list =
    rows.length > 0
      ? `<ol>${rows.join('\n')}</ol>`
      : '<p class="empty">Todavía no hay correos. Registrate o pedí una contraseña nueva y aparecen acá.</p>'
  return layout(
    'Correo',
    `<h1>Correo de pruebas</h1>
<p>Sin un servidor de correo configurado, lo que mandaríamos se queda acá.</p>${list}`,
  )
}

function mailPage({ id, at, recipient, subject, text }: Mail, config: Config): string {
  return layout(
    subject,
    `<p><a href="/mailbox">Todos los correos</a></p>
<h1>${escapeHtml(subject)}</h1>
<p>Para ${escapeHtml(recipient)}, <time>${formatTime(at)}</time></p>
<h2>Como texto</h2>
<pre>${withLinks(escapeHtml(text), config)}</pre>
<h2>Como página</h2>
<iframe title="El correo como página" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  )
}

/** Turns this application's own addresses into links; other addresses stay text. */
function withLinks(escaped: string, { publicUrl }: Config): string {
  const links = escaped.matchAll(/https?:\/\/\S+/g)
  return [...links]
    .filter(([link]) => link.startsWith(`${escapeHtml(publicUrl)}/`))
    .reduce((shown, [link]) => shown.replace(link, `<a href="${link}">${link}</a>`), escaped)
}

/** As 07/09/2026 14:32. */
function formatTime(at: Date): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (\d+:\d+)/.exec(toHeaderTime(at)) ?? []
  return `${day}/${month}/${year} ${time}`
}
