import { DENIED } from '#contract/responseCodes.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { decide } from '#db/loyalty/membershipDecisions.ts'
import { decisionNews } from '#server/loyalty/decisionNotification.ts'
import { requestIdentity } from '#server/http/idempotencyKey.ts'
import { notFound, refuse, serve } from '#server/http/defineHandler.ts'

const REFUSALS = {
  own: 'No podés decidir sobre tu propia solicitud.',
  over: 'Esta solicitud ya no espera tu decisión.',
  cardTaken: 'La tarjeta de esta solicitud ya es de otra afiliación.',
}

export default serve(validateMembershipRequest, async (context, asked, caller) => {
  const { reference, authorized, observations } = asked
  const outcome = await decide(context.db, {
    reference,
    by: caller,
    authorized: String(authorized) === 'true',
    observations,
    now: context.now(),
    request: requestIdentity(caller).toString('hex'),
    loyaltyCode: await context.rrn(),
    news: decisionNews,
  })
  if (outcome === 'unknown') throw notFound()
  if (outcome !== 'done') throw refuse(DENIED, REFUSALS[outcome])
  return {}
})
