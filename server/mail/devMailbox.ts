import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toHeaderTime } from '#contract/dates.ts'
import { type Mail, mailById, newestMail } from '#db/messaging/mailOutbox.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { escapeHtml } from '#server/http/escapeHtml.ts'
import { hashOf, sendSmallPage } from '#server/http/smallPage.ts'
import { emailHtml, factTable } from '#server/mail/emailLayout.ts'

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
  const serve = (path: string, send: (reply: FastifyReply, mail?: Mail) => unknown) =>
    http.get(path, async (request, reply) => {
      if (!isLocal(request)) return reply.callNotFound()
      const { id } = request.params as { id?: string }
      if (id === undefined) return await send(reply)
      const mail = ID.test(id) ? await mailById(db, id) : undefined
      return mail ? await send(reply, mail) : reply.callNotFound()
    })

  serve('/mailbox', async (reply) => sendList(reply, await newestMail(db, PAGE_SIZE)))
  serve('/mailbox/:id', (reply, mail) => mail && sendMail(reply, mail, config))
  serve('/mailbox/:id/html', (reply, mail) =>
    reply
      .headers({ 'content-security-policy': EMAIL_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(mail?.html),
  )
}

/**
 * The policy of an email's own page: it runs no script, opens its links in another page, and has the
 * styles of `emailLayout.ts` and no others.
 */
const EMAIL_POLICY = [
  "default-src 'none'",
  `style-src 'unsafe-hashes' ${styleHashes()}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join(';')

/** The hashes of the style attributes of an email with every part; its values fill no style. */
function styleHashes(): string {
  const template = { subject: '', lines: [''], code: true, button: ' ', note: '' }
  const html = emailHtml(template) + factTable([{ name: '', value: '' }])
  const styles = [...html.matchAll(/\sstyle="([^"]*)"/g)].map(([, style = '']) => hashOf(style))
  return [...new Set(styles)].join(' ')
}

/**
 * Whether a request comes from this machine and names it as its own host. A page of another site
 * whose name resolves to this machine is refused by the name (DNS rebinding).
 */
function isLocal({ socket, hostname }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && LOCAL_HOSTS.includes(hostname)
}

function sendList(reply: FastifyReply, emails: readonly Mail[]): FastifyReply {
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
  return sendSmallPage(reply, {
    title: 'Correo de pruebas',
    style: STYLE,
    body: `<p>Sin un servidor de correo configurado, lo que mandaríamos se queda acá.</p>${list}`,
  })
}

const sendMail = (
  reply: FastifyReply,
  { id, at, recipient, subject, text }: Mail,
  config: Config,
): FastifyReply =>
  sendSmallPage(reply, {
    title: escapeHtml(subject),
    style: STYLE,
    frames: "'self'",
    body: `<p>Para ${escapeHtml(recipient)}, <time>${formatTime(at)}</time></p>
<p><a href="/mailbox">Todos los correos</a></p>
<h2>Como texto</h2>
<pre>${withLinks(escapeHtml(text), config)}</pre>
<h2>Como página</h2>
<iframe title="El correo como página" src="/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
  })

/** Turns this application's own addresses into links; other addresses stay text. */
const withLinks = (escaped: string, { publicUrl }: Config): string =>
  escaped.replaceAll(/https?:\/\/\S+/g, (link) =>
    link.startsWith(`${escapeHtml(publicUrl)}/`) ? `<a href="${link}">${link}</a>` : link,
  )

/** As 07/09/2026 14:32. */
function formatTime(at: Date): string {
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+) (\d+:\d+)/.exec(toHeaderTime(at)) ?? []
  return `${day}/${month}/${year} ${time}`
}

/** The brand's colours. */
const STYLE = `:root { color-scheme: light dark; --ink: light-dark(#0f252d, #f2efe8); --soft: light-dark(#465a62, #b4c0c5);
  --paper: light-dark(#f7f4ee, #0d1a20); --surface: light-dark(#fffefd, #15252c); --line: light-dark(#dfdad1, #2c3d45);
  --brand: light-dark(#005868, #7fd0d8); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
a { color: var(--brand); }
p, time { color: var(--soft); }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; border: 1px solid var(--line); border-radius: 14px; overflow: hidden; background: var(--surface); }
li + li { border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .9rem 1.1rem; text-decoration: none; color: inherit; }
li a:hover, li a:focus-visible { background: var(--paper); }
li strong { grid-column: 1; }
li span { grid-column: 1; color: var(--soft); overflow-wrap: anywhere; }
li time { grid-column: 2; grid-row: 1; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: 1.1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); font: inherit; }
iframe { width: 100%; height: 38rem; border: 1px solid var(--line); border-radius: 14px; background: #f7f4ee; }
.empty { padding: 2rem 1rem; text-align: center; }`
