import { GATEWAY_CODES, isCharged, VoidPaymentRequest } from '#contract/geopay.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import { canceled, plannedWebhook, voidWebhooks } from '#sandbox/issuerDecision.ts'
import { isExpired } from '#sandbox/store.ts'

/**
 * Voids a charge, and cancels a token whose page is open or whose issuer has not answered. A repeat,
 * or a payment without a charge, gets the same 00.
 */
export const voidPayment = signedCall(VoidPaymentRequest, (context, message) => {
  const { store, clock, config, scheduler } = context
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now()))
    return { code: GATEWAY_CODES.expired, description: 'Token vencido' }
  const { token } = entry.order
  const now = clock.now()
  if (isCharged(toGatewayPayment(entry))) {
    const notices = voidWebhooks(clock, 'plain')
    store.record({ kind: 'voided', token, at: now, by: 'merchant', notices })
  } else if (entry.decision === null || entry.decision.state === 'INPROCESS') {
    const notices = [plannedWebhook(clock, { at: now + config.delays.webhook, view: 'final' })]
    store.record({ kind: 'decided', token, decision: canceled(clock, entry.decision), notices })
  }
  scheduler.plan(token)
  return {
    code: GATEWAY_CODES.approved,
    description: 'APROBADO',
    fields: { payment: toGatewayPayment(entry) },
  }
})
