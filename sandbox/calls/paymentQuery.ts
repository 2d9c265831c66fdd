import { PaymentQueryRequest } from '#contract/geopay.ts'
import { approved, refused, signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { isExpired } from '#sandbox/entry.ts'

/**
 * The state of a payment: the only answer that a merchant may act upon. A token with an open page is
 * INPROCESS without a card. Error 25: the token is unknown, or expired without a charge.
 */
export const paymentQuery = signedCall(PaymentQueryRequest, ({ store, clock }, message) => {
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now()))
    return { ...refused('expired', 'Token vencido'), fields: { payments: [] } }
  return approved({ payments: [toGatewayPayment(entry)] })
})
