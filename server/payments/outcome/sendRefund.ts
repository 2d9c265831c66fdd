import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import { stopPolling } from '#db/payments/attemptPolling.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { type Refund, refundOf, refuseRefund } from '#db/payments/refunds.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import { applyTransition } from '#server/payments/outcome/applyTransition.ts'
import { nextTransition } from '#server/payments/outcome/nextTransition.ts'

/** Why the gateway takes nothing back, by its code, for the operators. */
const ANSWERS: Readonly<Record<string, string>> = {
  [GATEWAY_CODES.expired]: 'La pasarela no conoce este cobro.',
  [GATEWAY_CODES.invalidAmount]:
    'La pasarela no acepta el importe: puede haber devuelto otra parte.',
  [GATEWAY_CODES.invalidTransaction]: 'La pasarela dice que el cobro ya no se puede devolver.',
}

/**
 * Sends a stored refund to the gateway and applies the payment that it answers, which alone ends the
 * refund. Safe to repeat: every try has the refund's audit number.
 * @returns the attempt as it is now
 * @throws GatewayUnreachable when it is not known whether the charge was taken back: the poller goes on
 */
export async function sendRefund(
  context: Context,
  attempt: Attempt,
  { id, kind, amount, auditNumber }: Refund,
  timeoutMs?: number,
): Promise<Attempt> {
  const { accessToken } = attempt
  if (accessToken === null) throw new Error(`the charge of attempt ${attempt.id} has no token`)
  const part = kind === 'void' ? null : partOf(attempt, amount)
  const { code, payment } = await context.gateway.takeBack(
    accessToken,
    part,
    auditNumber,
    timeoutMs,
  )
  const shown = payment ?? (await context.gateway.query(accessToken, timeoutMs))
  const next = nextTransition(attempt, shown)
  if (next.kind === 'transition') await applyTransition(context, attempt, next)
  const after = await refundOf(context.db, { id })
  if (after?.state === 'sending') {
    if (code === GATEWAY_CODES.approved)
      throw new GatewayUnreachable('voidPayment was approved, and the payment does not show it')
    const answer = ANSWERS[code] ?? `La pasarela no lo aceptó (código ${code}).`
    await refuseRefund(context.db, id, { answer, at: context.now() })
  }
  context.log.info(
    { event: 'payment.refund_answered', attempt: attempt.id, refund: id, code },
    'The gateway answered a void or a refund.',
  )
  return await stopPolling(context.db, attempt)
}

/** A part of a charge, with its share of the amounts that IVA is computed from, rounded down. */
const partOf = (attempt: Attempt, amount: number) => ({
  amount,
  taxedAmount: Math.floor((attempt.taxedAmount * amount) / attempt.amount),
  taxAmount: Math.floor((attempt.taxAmount * amount) / attempt.amount),
})
