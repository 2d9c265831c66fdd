import { MAX_VEHICLES } from '#contract/entities/loyalty.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertVehicle } from '#db/loyalty/vehicles.ts'
import { listedMark } from '#db/reference/referenceLists.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

const REFUSALS = {
  notFound,
  plateTaken: () => refuse('Esa matrícula ya está en esta afiliación.', 'vehicle_taken'),
  full: () =>
    refuse(
      `Una afiliación lleva hasta ${MAX_VEHICLES} vehículos: sacá uno para agregar otro.`,
      'vehicle_limit',
    ),
}

export default defineHandler(addVehicle, async ({ db, now, random }, fields, caller) => {
  const { loyaltyCode } = fields
  const mark = await listedMark(db, fields.vehicle.mark)
  const vehicle = { ...fields.vehicle, mark }
  const vehicleId = uuidFrom(random(16))
  const actor = { personId: caller.personId, now: now() }
  const outcome = await insertVehicle(db, actor, { loyaltyCode, vehicleId, ...vehicle })
  if (outcome !== 'added') throw REFUSALS[outcome]()
  return { vehicle: { vehicleId, ...vehicle } }
})
