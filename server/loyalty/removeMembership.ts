import { pointsRetainedUntil } from '#contract/entities/loyalty.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { endLoyalty } from '#db/loyalty/endLoyalty.ts'
import { withdraw } from '#db/loyalty/membershipDecisions.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { removeVehicle } from '#db/loyalty/vehicles.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(removeMembership, async (context, fields, caller) => {
  const { db } = context
  const { loyaltyCode, clientId, vehicleId, observations } = fields
  const { personId } = caller
  const now = context.now()
  if (clientId !== '' && clientId !== personId) throw notFound()
  const actor = { personId, now }
  if (vehicleId !== '') {
    // A request, unlike a loyalty, has no vehicles to select.
    if (!(await removeVehicle(db, actor, { loyaltyCode, vehicleId, observations })))
      throw notFound()
    return NOTHING_RETAINED
  }
  const ended = await endLoyalty(db, actor, { loyaltyCode, observations })
  if (ended) return retainedAnswer(await balanceOf(db, loyaltyCode), ended.endedAt)
  const outcome = await withdraw(db, {
    reference: loyaltyCode,
    actor: caller,
    observations,
    now,
  })
  if (outcome === 'notFound') throw notFound()
  if (outcome === 'notPending')
    throw refuse('Esta solicitud ya no se puede retirar.', 'request_decided')
  return NOTHING_RETAINED
})

const NOTHING_RETAINED = { retainedPoints: 0, retainedUntil: '' }
const retainedAnswer = (retainedPoints: number, endedAt: Date) =>
  retainedPoints === 0
    ? NOTHING_RETAINED
    : { retainedPoints, retainedUntil: pointsRetainedUntil(endedAt) }
