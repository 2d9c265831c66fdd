import { DENIED } from '#contract/responseCodes.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { withdraw } from '#db/loyalty/membershipDecisions.ts'
import { endMembership } from '#db/loyalty/memberships.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(removeMembership, async (context, asked, caller) => {
  const { db } = context
  const { loyaltyCode, clientId, vehicleId, observations } = asked
  const { personId } = caller
  const now = context.now()
  if (clientId !== '' && clientId !== personId) throw notFound()
  if (await endMembership(db, { personId, now }, { loyaltyCode, vehicleId, observations }))
    return {}
  // What is still being asked for has no vehicles to name.
  if (vehicleId !== '') throw notFound()
  const outcome = await withdraw(db, {
    reference: loyaltyCode,
    by: caller,
    observations,
    now,
    request: idempotencyKey(caller).toString('hex'),
  })
  if (outcome === 'unknown') throw notFound()
  if (outcome === 'over') throw refuse(DENIED, 'Esta solicitud ya no se puede retirar.')
  return {}
})
