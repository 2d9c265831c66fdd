import { isCharged, VoidPaymentRequest } from '#contract/geopay.ts'
import { approved, refused, signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { isExpired } from '#sandbox/entry.ts'
import { cancellation, voiding } from '#sandbox/issuerDecision.ts'

/**
 * Voids a charge, and cancels a token whose page is open or whose issuer has not answered. A repeat,
 * or a payment without a charge, gets the same 00.
 */
export const voidPayment = signedCall(VoidPaymentRequest, (context, message) => {
  const { store, clock, scheduler } = context
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now())) return refused('expired', 'Token vencido')
  if (isCharged(toGatewayPayment(entry))) scheduler.apply(entry, voiding(clock, entry, 'plain'))
  else if (entry.decision === null || entry.decision.state === 'INPROCESS')
    scheduler.apply(entry, cancellation(context, entry.decision))
  return approved({ payment: toGatewayPayment(entry) })
})
