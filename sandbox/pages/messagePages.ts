import type { Order } from '#sandbox/entry.ts'
import { type Html, html } from '#sandbox/pages/html.ts'
import { pageLayout } from '#sandbox/pages/layout.ts'
import { money } from '#sandbox/pages/money.ts'

type Message = readonly [mark: string, title: string, text: string]

/** A page with one message, and below it one link or button. */
function messagePage(
  [mark, title, text]: Message,
  way: Html | null = null,
  script: string | null = null,
): string {
  return pageLayout(
    title,
    script,
    html`<main class="one"><p class="mark" aria-hidden="true">${mark}</p><h1>${title}</h1><p>${text}</p>${way}</main>`,
  )
}

const WITHOUT_RETURN: Record<'unknown' | 'closed', Message> = {
  unknown: [
    '?',
    'No encontramos este pago',
    'El enlace no es válido o está incompleto. No se cobró nada. Volvé al comercio y empezá el pago de nuevo.',
  ],
  closed: [
    '×',
    'Simulamos que cerraste la página',
    'La tarjeta se cobró, pero la pasarela no manda la vuelta. Cerrá esta pestaña o abrí el comercio por tu cuenta: el pago tiene que aparecer igual.',
  ],
}

/** The page of an unknown token, or of a charge without a return (the behaviour `pageClosed`). */
export const pageWithoutReturn = (kind: keyof typeof WITHOUT_RETURN, homeUrl: string): string =>
  messagePage(
    WITHOUT_RETURN[kind],
    html`<p><a class="main" href="${homeUrl}">Ir al comercio</a></p>`,
  )

const WITH_RETURN = {
  returned: (_amount: string, merchant: string): Message => [
    '↩',
    'Listo, volvemos al comercio',
    `Le pasamos el resultado a ${merchant}. Si no volvés en unos segundos, tocá el botón.`,
  ],
  expired: (amount: string, merchant: string): Message => [
    '!',
    'Este pago venció',
    `Pasó el tiempo para pagar ${amount} a ${merchant}. No se cobró nada.`,
  ],
  used: (amount: string, merchant: string): Message => [
    '✓',
    'Este pago ya terminó',
    `El enlace para pagar ${amount} a ${merchant} se usa una sola vez y ya se usó. Mirá el resultado en el comercio.`,
  ],
}

/**
 * The page with the form of the return. After a payment (`returned`) its script submits the form at
 * once; without scripts the button does.
 */
export const pageWithReturn = (
  kind: keyof typeof WITH_RETURN,
  { amount, currency, merchantName }: Order,
  callback: string,
  data: string,
): string =>
  messagePage(
    WITH_RETURN[kind](money(amount, currency), merchantName),
    html`<form id="goBack" method="post" action="${callback}">
  <input type="hidden" name="data" value="${data}">
  <button class="main" type="submit">Volver al comercio</button>
</form>`,
    kind === 'returned' ? 'goBack.js' : null,
  )

/** The page of an HTTP error, without internal details. */
export const errorPage = (status: number): string =>
  messagePage([
    '!',
    status === 404 ? 'Esta página no existe' : 'No pudimos atender el pedido',
    status >= 500
      ? 'Tuvimos un problema. Volvé al comercio y mirá cómo quedó el pago.'
      : 'Volvé al comercio y probá desde ahí.',
  ])
