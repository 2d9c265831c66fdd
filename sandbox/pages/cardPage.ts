import { HOSTED_PAGE } from '#contract/geopay.ts'
import type { Order } from '#sandbox/entry.ts'
import { FIELDS, type Field, type FieldErrors, typedIn } from '#sandbox/pages/cardForm.ts'
import { type Html, html } from '#sandbox/pages/html.ts'
import { pageLayout } from '#sandbox/pages/layout.ts'
import { money } from '#sandbox/pages/money.ts'
import { orderSummary } from '#sandbox/pages/orderSummary.ts'
import { testCards } from '#sandbox/pages/testCards.ts'

const LABELS: Record<Field, string> = {
  number: 'Número de tarjeta',
  holder: 'Nombre en la tarjeta',
  expiry: 'Vencimiento',
  cvv: 'Código de seguridad',
  installments: 'Cuotas',
}

const MAGIC_NOTE = html`<p class="magic">También deciden algunos importes: <b>51,51</b> se rechaza, los que terminan en <b>,91</b> encuentran al emisor caído y los que terminan en <b>,25</b> vencen enseguida.</p>`

/** The card form, with the submitted texts except the security code. */
export function cardPage(
  order: Order,
  typed = typedIn({ holder: order.payerName, installments: '1' }),
  errors: FieldErrors = {},
): string {
  const invalid = FIELDS.filter((field) => errors[field])
  /** A field with its hint and error; `control` gets the attributes that name them. */
  const field = (name: Field, hint: string, control: (aria: Html) => Html) => {
    const error = errors[name]
    const described = [hint && `${name}Hint`, error && `${name}Error`].filter(Boolean).join(' ')
    const aria = html`${described ? html`aria-describedby="${described}"` : null} ${error ? html`aria-invalid="true"` : null} ${name === invalid[0] ? html`autofocus` : null}`
    return html`<div class="field">
    <label for="${name}">${LABELS[name]}</label>
    ${hint ? html`<span class="hint" id="${name}Hint">${hint}</span>` : null}
    ${control(aria)}
    ${error ? html`<p class="error" id="${name}Error">${error}</p>` : null}
  </div>`
  }
  const entry = (name: Field, hint: string, attributes: Html) =>
    field(
      name,
      hint,
      (aria) =>
        html`<input id="${name}" name="${name}" type="text" value="${name === 'cvv' ? '' : typed[name]}" ${attributes} required ${aria}>`,
    )
  const installments =
    order.maxInstallments === 1
      ? html`<p class="once">Se paga en <strong>1 cuota</strong>.</p><input type="hidden" name="installments" value="1">`
      : field(
          'installments',
          '',
          (aria) =>
            html`<select id="installments" name="installments" ${aria}>${choices(order, typed.installments)}</select>`,
        )

  return pageLayout(
    invalid.length > 0 ? 'Revisá los datos' : 'Pagar con tarjeta',
    'cardForm.js',
    html`<main class="pay">
<h1>Pagar con tarjeta</h1>
${orderSummary(order)}
<form class="card" method="post" action="${HOSTED_PAGE}/pay" novalidate>
  <input type="hidden" name="token" value="${order.token}">
  <h2>Datos de la tarjeta</h2>
  <p><a class="toHelp" href="#help">Ver las tarjetas de prueba</a></p>
  ${invalid.length > 0 ? errorSummary(invalid, errors) : null}
  ${entry('number', '', html`inputmode="numeric" autocomplete="cc-number" maxlength="23" class="digits"`)}
  ${entry('holder', '', html`autocomplete="cc-name" maxlength="60" autocapitalize="words" spellcheck="false"`)}
  <div class="pair">
  ${entry('expiry', 'MM/AA', html`inputmode="numeric" autocomplete="cc-exp" maxlength="7" class="digits"`)}
  ${entry('cvv', '3 números', html`inputmode="numeric" autocomplete="cc-csc" maxlength="3" class="digits secret"`)}
  </div>
  ${installments}
  <div class="actions">
    <button class="main" type="submit">Pagar ${money(order.amount, order.currency)}</button>
    <button class="quiet" type="submit" formaction="${HOSTED_PAGE}/cancel">Cancelar y volver</button>
  </div>
  <p class="busy" role="status" aria-live="polite"></p>
</form>
${testCards('Usar', MAGIC_NOTE)}
</main>`,
  )
}

function errorSummary(invalid: readonly Field[], errors: FieldErrors): Html {
  const lines = invalid.map((name) => html`<li><a href="#${name}">${errors[name] ?? ''}</a></li>`)
  return html`<div class="summary" role="alert">
    <p>${invalid.length === 1 ? 'Falta corregir un dato:' : `Falta corregir ${invalid.length} datos:`}</p>
    <ul>${lines}</ul>
  </div>`
}

const choices = ({ maxInstallments, amount, currency }: Order, chosen: string): Html[] =>
  Array.from({ length: maxInstallments }, (_, index) => {
    const count = index + 1
    const each = money(Math.round(amount / count), currency)
    return html`<option value="${count}" ${chosen === String(count) ? html`selected` : null}>${count} ${count === 1 ? 'cuota' : 'cuotas'} de ${each}</option>`
  })
