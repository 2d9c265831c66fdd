import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { withdraw } from '#db/loyalty/membershipDecisions.ts'
import { endMembership } from '#db/loyalty/memberships.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'

export default defineHandler(removeMembership, async (context, fields, caller) => {
  const { db } = context
  const { loyaltyCode, clientId, vehicleId, observations } = fields
  const { personId } = caller
  const now = context.now()
  if (clientId !== '' && clientId !== personId) throw notFound()
  if (await endMembership(db, { personId, now }, { loyaltyCode, vehicleId, observations }))
    return {}
  // A request, unlike a membership, has no vehicles to select.
  if (vehicleId !== '') throw notFound()
  const outcome = await withdraw(db, {
    reference: loyaltyCode,
    actor: caller,
    observations,
    now,
    requestKey: idempotencyKey(caller).toString('hex'),
  })
  if (outcome === 'notFound') throw notFound()
  if (outcome === 'notPending') throw refuse(DENIED, 'Esta solicitud ya no se puede retirar.')
  return {}
})
