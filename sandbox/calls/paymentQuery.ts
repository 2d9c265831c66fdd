import { GATEWAY_CODES, PaymentQueryRequest } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'
import { isExpired } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/**
 * How a payment stands: the only answer that a merchant may act upon. A token whose page is still
 * open is INPROCESS without a card; 25 says that it is unknown, or ran out and was never charged.
 */
export const paymentQuery = signedCall(PaymentQueryRequest, ({ store, clock }, message) => {
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now()))
    return { code: GATEWAY_CODES.expired, words: 'Token vencido', fields: { payments: [] } }
  const payments = [toGatewayPayment(entry)]
  return { code: GATEWAY_CODES.approved, words: 'APROBADO', fields: { payments } }
})
