import { MAX_VEHICLES } from '#contract/entities/loyalty.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { insertVehicle } from '#db/loyalty/vehicles.ts'
import { listedMark } from '#db/reference/referenceLists.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { idempotencyKey } from '#server/http/idempotencyKey.ts'

const REFUSALS = {
  notFound,
  plateTaken: () => refuse('Esa matrícula ya está en esta afiliación.', 'vehicle_taken'),
  full: () =>
    refuse(
      `Una afiliación lleva hasta ${MAX_VEHICLES} vehículos: sacá uno para agregar otro.`,
      'vehicle_limit',
    ),
}

export default defineHandler(addVehicle, async ({ db, now }, fields, caller) => {
  const { loyaltyCode } = fields
  const mark = await listedMark(db, fields.vehicle.mark)
  const vehicle = { ...fields.vehicle, mark }
  // Derived from the idempotency key, so that a repeat of the call finds its own vehicle; and from the
  // fields, because an audit number may be used again when its answer is no longer stored.
  const identity = [idempotencyKey(caller).toString('hex'), loyaltyCode, fields.vehicle]
  const vehicleId = uuidOf(`vehicle ${JSON.stringify(identity)}`)
  const actor = { personId: caller.personId, now: now() }
  const outcome = await insertVehicle(db, actor, { loyaltyCode, vehicleId, ...vehicle })
  if (outcome !== 'added') throw REFUSALS[outcome]()
  return { vehicle: { vehicleId, ...vehicle } }
})
