import { Worker } from 'node:worker_threads'
import type { EmailTemplate } from '#server/mail/emailTemplate.ts'

/** The design system's colours, for programs that know no variables. */
const PAPER = '#f7f4ee'
const SURFACE = '#fffefd'
const LINE = '#dfdad1'
const INK = '#0f252d'
const SOFT = '#465a62'
const BRAND = '#005868'
const SUNKEN = '#eeeae2'
const SUN = '#fbba4a'

const compiled = new Map<EmailTemplate, Promise<string>>()

/** A letter's HTML with its `{{values}}` still to be filled in; made once, in mail programs' own dialect. */
export function renderMjml(letter: EmailTemplate): Promise<string> {
  const known = compiled.get(letter)
  if (known) return known
  const fresh = toHtml(letter)
  compiled.set(letter, fresh)
  // One that failed is tried anew.
  fresh.catch(() => compiled.delete(letter))
  return fresh
}

/** How long the press waits for another letter before it is put away, in milliseconds. */
const IDLE = 2_000

interface Press {
  thread: Worker
  /** Who waits for which markup. */
  waiting: Map<string, { done: (html: string) => void; failed: (error: Error) => void }>
}
let press: Press | undefined

/** Its modules are a second of work and a hundred megabytes: in a thread, they hold up no call and do not stay. */
function openPress(): Press {
  const thread = new Worker(new URL('mjmlWorker.ts', import.meta.url))
  thread.unref()
  const opened: Press = { thread, waiting: new Map() }
  const close = () => {
    if (press === opened) press = undefined
    void thread.terminate()
  }
  const closing = setTimeout(() => opened.waiting.size === 0 && close(), IDLE).unref()
  thread.on('message', ({ markup, html }: { markup: string; html: string }) => {
    opened.waiting.get(markup)?.done(html)
    opened.waiting.delete(markup)
    closing.refresh()
  })
  thread.on('error', (error) => {
    for (const { failed } of opened.waiting.values()) failed(error)
    close()
  })
  return opened
}

function toHtml(letter: EmailTemplate): Promise<string> {
  press ??= openPress()
  const { thread, waiting } = press
  const text = markup(letter)
  return new Promise((done, failed) => {
    waiting.set(text, { done, failed })
    thread.postMessage(text)
  })
}

const markup = ({ subject, lines, code, button, note }: EmailTemplate) => `
<mjml lang="es-UY">
  <mj-head>
    <mj-title>${subject}</mj-title>
    <mj-preview>${lines[0] ?? subject}</mj-preview>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="${INK}" padding="0 32px 16px" />
    </mj-attributes>
  </mj-head>
  <mj-body width="520px" background-color="${PAPER}">
    <mj-section padding="28px 0 12px">
      <mj-column>
        <mj-text padding="0 32px" font-size="20px" font-weight="700" color="${BRAND}">Surtidor</mj-text>
      </mj-column>
    </mj-section>
    <mj-section background-color="${SURFACE}" border="1px solid ${LINE}" border-top="4px solid ${SUN}" border-radius="12px" padding="28px 0 12px">
      <mj-column>
        <mj-text font-size="22px" font-weight="700" line-height="28px">${subject}</mj-text>
        ${lines.map((line) => `<mj-text>${line}</mj-text>`).join('\n')}
        ${code ? `<mj-text align="center" font-size="30px" line-height="40px" font-weight="700" letter-spacing="4px" font-family="ui-monospace, Menlo, Consolas, monospace" container-background-color="${SUNKEN}" padding="14px 0">{{code}}</mj-text><mj-spacer height="20px" />` : ''}
        ${button ? `<mj-button href="{{link}}" align="left" background-color="${BRAND}" color="#ffffff" border-radius="12px" font-size="16px" font-weight="600" inner-padding="14px 24px" padding="0 32px 20px">${button}</mj-button>` : ''}
        <mj-text font-size="14px" line-height="20px" color="${SOFT}">${note}</mj-text>
      </mj-column>
    </mj-section>
    <mj-section padding="16px 0 32px">
      <mj-column>
        <mj-text padding="0 32px" font-size="13px" line-height="18px" color="${SOFT}">Te escribimos porque alguien dio esta dirección en Surtidor. Nunca te vamos a pedir tu contraseña ni los datos de tu tarjeta por correo.</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>`
