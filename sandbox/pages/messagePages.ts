import type { Order } from '#sandbox/events.ts'
import { type Html, html } from '#sandbox/pages/html.ts'
import { pageLayout } from '#sandbox/pages/layout.ts'
import { money } from '#sandbox/pages/money.ts'

/** A page with one message and one link or button. */
function messagePage(
  title: string,
  mark: string,
  body: Html,
  script: string | null = null,
): string {
  return pageLayout(
    title,
    script,
    html`<main class="one"><p class="mark" aria-hidden="true">${mark}</p><h1>${title}</h1>${body}</main>`,
  )
}

const homeLink = (homeUrl: string) =>
  html`<p><a class="main" href="${homeUrl}">Ir al comercio</a></p>`

const returnForm = (
  callback: string,
  data: string,
  main = true,
) => html`<form id="goBack" method="post" action="${callback}">
  <input type="hidden" name="data" value="${data}">
  <button class="${main ? 'main' : 'quiet'}" type="submit">Volver al comercio</button>
</form>`

/** The return: the script submits the form at once; without scripts the button does. */
export function returnPage(order: Order, callback: string, data: string): string {
  return messagePage(
    'Listo, volvemos al comercio',
    '↩',
    html`<p>Le pasamos el resultado a ${order.merchantName}. Si no volvés en unos segundos, tocá el botón.</p>${returnForm(callback, data)}`,
    'goBack.js',
  )
}

/** The token is unknown. */
export function unknownPage(homeUrl: string): string {
  return messagePage(
    'No encontramos este pago',
    '?',
    html`<p>El enlace no es válido o está incompleto. No se cobró nada. Volvé al comercio y empezá el pago de nuevo.</p>${homeLink(homeUrl)}`,
  )
}

/** The token has expired. */
export function expiredPage(order: Order, callback: string, data: string): string {
  return messagePage(
    'Este pago venció',
    '!',
    html`<p>Pasó el tiempo para pagar ${money(order.amount, order.currency)} a ${order.merchantName}. No se cobró nada.</p>${returnForm(callback, data)}`,
  )
}

/** The token was used before. */
export function usedPage(order: Order, callback: string, data: string): string {
  return messagePage(
    'Este pago ya terminó',
    '✓',
    html`<p>El enlace para pagar ${money(order.amount, order.currency)} a ${order.merchantName} se usa una sola vez y ya se usó. Mirá el resultado en el comercio.</p>${returnForm(callback, data)}`,
  )
}

/** The behaviour `pageClosed`: charged, without a return to the merchant. */
export function closedPage(homeUrl: string): string {
  return messagePage(
    'Simulamos que cerraste la página',
    '×',
    html`<p>La tarjeta se cobró, pero la pasarela no manda la vuelta. Cerrá esta pestaña o abrí el comercio por tu cuenta: el pago tiene que aparecer igual.</p>${homeLink(homeUrl)}`,
  )
}

/** The page of an HTTP error, without internal details. */
export function errorPage(status: number): string {
  return messagePage(
    status === 404 ? 'Esta página no existe' : 'No pudimos atender el pedido',
    '!',
    html`<p>${status >= 500 ? 'Tuvimos un problema. Volvé al comercio y mirá cómo quedó el pago.' : 'Volvé al comercio y probá desde ahí.'}</p>`,
  )
}
