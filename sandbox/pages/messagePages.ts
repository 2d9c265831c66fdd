import type { Outcome } from '#sandbox/chargeCard.ts'
import type { SandboxConfig } from '#sandbox/config.ts'
import { type Html, html } from '#sandbox/pages/html.ts'
import { pageLayout } from '#sandbox/pages/layout.ts'
import { money } from '#sandbox/pages/money.ts'

type Message = readonly [mark: string, title: string, text: string]
/** What is shown without the card form. */
type Final = Exclude<Outcome, { kind: 'open' | 'corrected' }>

const MESSAGES: Record<Final['kind'], (amount: string, merchant: string) => Message> = {
  unknown: () => [
    '?',
    'No encontramos este pago',
    'El enlace no es válido o está incompleto. No se cobró nada. Volvé al comercio y empezá el pago de nuevo.',
  ],
  closed: () => [
    '×',
    'Simulamos que cerraste la página',
    'La tarjeta se cobró, pero la pasarela no manda la vuelta. Cerrá esta pestaña o abrí el comercio por tu cuenta: el pago tiene que aparecer igual.',
  ],
  returned: (_, merchant) => [
    '↩',
    'Listo, volvemos al comercio',
    `Le pasamos el resultado a ${merchant}. Si no volvés en unos segundos, tocá el botón.`,
  ],
  expired: (amount, merchant) => [
    '!',
    'Este pago venció',
    `Pasó el tiempo para pagar ${amount} a ${merchant}. No se cobró nada.`,
  ],
  used: (amount, merchant) => [
    '✓',
    'Este pago ya terminó',
    `El enlace para pagar ${amount} a ${merchant} se usa una sola vez y ya se usó. Mirá el resultado en el comercio.`,
  ],
}

/** A page with one message, and below it one link or form. */
const messagePage = ([mark, title, text]: Message, next: Html | null, script: string | null) =>
  pageLayout(
    title,
    script,
    html`<main class="one"><p class="mark" aria-hidden="true">${mark}</p><h1>${title}</h1><p>${text}</p>${next}</main>`,
  )

/**
 * The page of a token that has no card form: a link to the merchant, or the form of the return. After a
 * payment (`returned`) its script submits the form at once; without scripts the button does.
 */
export function finalPage(final: Final, { homeUrl, callbacks }: SandboxConfig['merchant']): string {
  if (!('data' in final)) {
    const link = html`<p><a class="main" href="${homeUrl}">Ir al comercio</a></p>`
    return messagePage(MESSAGES[final.kind]('', ''), link, null)
  }
  const { amount, currency, merchantName, callbackUrl } = final.entry.order
  return messagePage(
    MESSAGES[final.kind](money(amount, currency), merchantName),
    html`<form id="goBack" method="post" action="${callbacks[callbackUrl] ?? homeUrl}">
  <input type="hidden" name="data" value="${final.data}">
  <button class="main" type="submit">Volver al comercio</button>
</form>`,
    final.kind === 'returned' ? 'goBack.js' : null,
  )
}

/** The page of an HTTP error, without internal details. */
export function errorPage(status: number): string {
  const title = status === 404 ? 'Esta página no existe' : 'No pudimos atender el pedido'
  const text =
    status >= 500
      ? 'Tuvimos un problema. Volvé al comercio y mirá cómo quedó el pago.'
      : 'Volvé al comercio y probá desde ahí.'
  return messagePage(['!', title, text], null, null)
}
