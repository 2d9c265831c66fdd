import { GATEWAY_CODES, VoidPaymentRequest } from '#contract/geopay.ts'
import { canceled, webhookNotice, voidWebhookNotices } from '#sandbox/issuerDecision.ts'
import { signedCall } from '#sandbox/calls/signedCall.ts'
import { isCharged, isExpired } from '#sandbox/store.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'

/**
 * Sees to it that a token charges nothing: gives a charge back, and closes a token whose page is
 * open or whose issuer has not answered. A repeat, or nothing to give back, answers the same 00.
 */
export const voidPayment = signedCall(VoidPaymentRequest, (context, message) => {
  const { store, clock, config, agenda } = context
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now()))
    return { code: GATEWAY_CODES.expired, words: 'Token vencido' }
  const { token } = entry.order
  const now = clock.now()
  if (isCharged(entry)) {
    const notices = voidWebhookNotices(clock, 'plain')
    store.record({ kind: 'voided', token, at: now, by: 'merchant', notices })
  } else if (entry.decision === null || entry.decision.state === 'INPROCESS') {
    const notices = [webhookNotice(clock, { at: now + config.delays.webhook, view: 'final' })]
    store.record({ kind: 'decided', token, decision: canceled(clock, entry.decision), notices })
  }
  agenda.plan(token)
  return {
    code: GATEWAY_CODES.approved,
    words: 'APROBADO',
    fields: { payment: toGatewayPayment(entry) },
  }
})
