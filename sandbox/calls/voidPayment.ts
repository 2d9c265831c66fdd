import { DAY_MS } from '#contract/dates.ts'
import { isCharged, VoidPaymentRequest } from '#contract/geopay.ts'
import { type Answer, approved, refused, signedCall } from '#sandbox/calls/signedCall.ts'
import { toGatewayPayment } from '#sandbox/calls/toGatewayPayment.ts'
import type { Context } from '#sandbox/context.ts'
import { type Entry, isExpired, refundedAmountOf } from '#sandbox/entry.ts'
import { cancellation, refunding, voiding } from '#sandbox/issuerDecision.ts'

/** How long after its charge a payment can be refunded. */
const REFUNDABLE_MS = 180 * DAY_MS

/**
 * Voids a charge, and cancels a token whose page is open or whose issuer has not answered. A repeat,
 * or a payment without a charge, gets the same 00. With an amount it refunds the charge by it.
 */
export const voidPayment = signedCall(VoidPaymentRequest, (context, message) => {
  const { store, clock, scheduler } = context
  const entry = store.find(message.accessToken)
  if (!entry || isExpired(entry, clock.now())) return refused('expired', 'Token vencido')
  if (message.amount !== undefined) return refund(context, entry, message.amount, message)
  if (isCharged(toGatewayPayment(entry))) scheduler.apply(entry, voiding(clock, entry, 'plain'))
  else if (entry.decision === null || entry.decision.state === 'INPROCESS')
    scheduler.apply(entry, cancellation(context, entry.decision))
  return approved({ payment: toGatewayPayment(entry) })
})

function refund(
  { clock, scheduler }: Context,
  entry: Entry,
  amount: number,
  { requestHeader: { auditNumber } }: VoidPaymentRequest,
): Answer {
  const earlier = entry.refunds?.find((one) => one.auditNumber === auditNumber)
  if (earlier && earlier.amount !== amount)
    return refused('duplicate', 'Número de auditoría repetido')
  if (!earlier) {
    const { order, decision } = entry
    if (!isCharged(toGatewayPayment(entry)))
      return refused('invalidTransaction', 'No hay un cobro en pie')
    if (clock.now() - (decision?.at ?? 0) > REFUNDABLE_MS)
      return refused('invalidTransaction', 'El plazo de devolución venció')
    if (amount < 1 || amount > order.amount - refundedAmountOf(entry))
      return refused('invalidAmount', 'Importe inválido')
    scheduler.apply(entry, refunding(clock, entry, { auditNumber, amount }))
  }
  return approved({ payment: toGatewayPayment(entry) })
}
