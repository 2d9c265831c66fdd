import { DENIED } from '#contract/responseCodes.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { decide } from '#db/loyalty/membershipDecisions.ts'
import { decisionNotification } from '#server/loyalty/decisionNotification.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

const REFUSALS = {
  own: 'No podés decidir sobre tu propia solicitud.',
  over: 'Esta solicitud ya no espera tu decisión.',
  cardTaken: 'La tarjeta de esta solicitud ya es de otra afiliación.',
}

export default defineHandler(validateMembershipRequest, async (context, asked, caller) => {
  const { reference, authorized, observations } = asked
  const outcome = await decide(context.db, {
    reference,
    by: caller,
    authorized: String(authorized) === 'true',
    observations,
    now: context.now(),
    request: idempotencyKey(caller).toString('hex'),
    loyaltyCode: await context.rrn(),
    news: decisionNotification,
  })
  if (outcome === 'unknown') throw notFound()
  if (outcome !== 'done') throw refuse(DENIED, REFUSALS[outcome])
  return {}
})
