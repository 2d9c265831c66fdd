import { toHeaderTime } from '#contract/dates.ts'
import { TAX_LAWS } from '#contract/entities/taxLaws.ts'
import type { Order } from '#sandbox/entry.ts'
import { refundOf } from '#sandbox/issuerDecision.ts'
import { type Html, html } from '#sandbox/pages/html.ts'
import { money } from '#sandbox/pages/money.ts'

/** Merchant, amount, concept and tax refund of an order. */
export function orderSummary(order: Order): Html {
  const until = toHeaderTime(new Date(order.expiresAt)).slice(11, 16)
  return html`<section class="ticket" aria-labelledby="what">
  <h2 id="what" class="merchant"><span class="small">Le pagás a</span> ${order.merchantName}</h2>
  <p class="amount"><span class="small">Total</span> <strong>${money(order.amount, order.currency)}</strong></p>
  <dl>
    <div><dt>Concepto</dt><dd>${order.concept || 'Sin detalle'}</dd></div>
    <div><dt>Referencia</dt><dd>${order.reference}</dd></div>
    ${
      order.tipAmount > 0
        ? html`<div><dt>Propina</dt><dd>${money(order.tipAmount, order.currency)}, incluida</dd></div>`
        : null
    }
  </dl>
  ${refundLine(order)}
  <p class="until">Tenés hasta las <time>${until}</time> para pagar.</p>
</section>`
}

function refundLine(order: Order): Html {
  const refund = refundOf(order, null)
  const law = TAX_LAWS[order.indi]
  if (!law || !order.finalConsumer || order.invoiceNumber === '')
    return html`<p class="refund none">Este pago no tiene devolución de impuestos.</p>`
  if (!refund)
    return html`<p class="refund none">Puede haber devolución por la ${law.name}: el pedido no dice la tasa.</p>`
  const { cents } = refund
  return html`<div class="refund">
    <p><span>Devolución de impuestos</span> <strong>${money(cents, order.currency)}</strong></p>
    <p class="law">${law.name}${law.cards === 'debit' ? '. Solo si pagás con débito.' : '.'}</p>
  </div>`
}
