import { isCharged, VoidPaymentRequest } from '#contract/geopay.ts'
import { approved, refused, signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { cancellation, voidWebhooks } from '#sandbox/issuerDecision.ts'
import { isExpired } from '#sandbox/store.ts'

/**
 * Voids a charge, and cancels a token whose page is open or whose issuer has not answered. A repeat,
 * or a payment without a charge, gets the same 00.
 */
export const voidPayment = signedCall(VoidPaymentRequest, (context, message) => {
  const { store, clock, scheduler } = context
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now())) return refused('expired', 'Token vencido')
  const { token } = entry.order
  if (isCharged(toGatewayPayment(entry))) {
    const webhooks = voidWebhooks(clock, 'plain')
    store.record({ kind: 'voided', token, at: clock.now(), by: 'merchant', webhooks })
  } else if (entry.decision === null || entry.decision.state === 'INPROCESS')
    store.record({ kind: 'decided', token, ...cancellation(context, entry.decision) })
  scheduler.plan(token)
  return approved({ payment: toGatewayPayment(entry) })
})
