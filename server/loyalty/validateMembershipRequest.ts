import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { decide } from '#db/loyalty/membershipDecisions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'
import { decisionNotification } from '#server/loyalty/decisionNotification.ts'

const REFUSALS = {
  notFound,
  own: () => refuse('No podés decidir sobre tu propia solicitud.', 'own_request'),
  notPending: () => refuse('Esta solicitud ya no espera tu decisión.', 'request_decided'),
  cardTaken: () =>
    refuse(
      'La tarjeta de esta solicitud no se puede usar: el conductor tiene que pedir sin ella.',
      'card_unusable',
    ),
}

export default defineHandler(validateMembershipRequest, async (context, fields, caller) => {
  const { reference, authorized, observations } = fields
  const outcome = await decide(context.db, {
    reference,
    actor: caller,
    authorized: String(authorized) === 'true',
    observations,
    now: context.now(),
    requestKey: idempotencyKey(caller).toString('hex'),
    loyaltyCode: await context.rrn(),
    rrn: await context.rrn(),
    random: context.random,
    jobs: context.jobs,
    notificationText: decisionNotification,
  })
  if (outcome !== 'decided') throw REFUSALS[outcome]()
  return {}
})
