import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { CODE_DESCRIPTIONS } from '#sandbox/cards.ts'
import { type Decision, type Entry, refundedAmountOf, type Webhook } from '#sandbox/entry.ts'

/**
 * A payment in the protocol's form.
 * @param view the current state, or the state that a webhook reports
 */
export function toGatewayPayment(
  entry: Entry,
  view: 'now' | Webhook['view'] = 'now',
): GatewayPayment {
  const { order } = entry
  const decision = view === 'inProcess' ? inProcess(entry.decision) : entry.decision
  const authorized = decision?.code === '00' && decision.state === 'PROCESSED'
  const refundedAmount = view === 'now' || view === 'refunded' ? refundedAmountOf(entry) : 0
  return {
    paymentToken: order.paymentToken,
    accessToken: order.token,
    reference: order.reference,
    merchantId: order.merchantId,
    dateTime: toHeaderTime(new Date(decision?.at ?? order.openedAt)),
    state: decision?.state ?? 'INPROCESS',
    authorized,
    voided: entry.voidedAt !== null && (view === 'now' || view === 'voided'),
    refunded: refundedAmount > 0,
    ...(refundedAmount > 0 && { refundedAmount }),
    authorizerCode: decision?.code ?? '',
    authorizerDescription: describe(decision),
    paymentmode: 'CARD',
    currency: order.currency,
    amount: order.amount,
    tipAmount: order.tipAmount,
    taxedAmount: order.taxedAmount,
    taxAmount: order.taxAmount,
    ivaDiscountAmount: authorized ? decision.ivaDiscountAmount : 0,
    law: authorized ? decision.law : '0',
    installments: String(decision?.installments ?? 1),
    card: decision?.card
      ? {
          cardBrandName: decision.card.brand,
          issuerName: decision.card.issuer,
          type: decision.card.type,
          cardMask: decision.card.mask,
        }
      : null,
    authorizer: authorized ? { authorizationCode: decision.authorizationCode } : null,
  }
}

function inProcess(decision: Decision | null): Decision | null {
  return decision && { ...decision, state: 'INPROCESS', code: '', authorizationCode: '' }
}

/** The description of a payment's state. */
export function describe(decision: Decision | null): string {
  if (!decision || decision.state === 'INPROCESS') return 'En proceso'
  if (decision.state === 'CANCELED') return 'Pago cancelado'
  return CODE_DESCRIPTIONS[decision.code] ?? 'Rechazada'
}
