import { Vehicle } from '#contract/entities/loyalty.ts'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/**
 * Adds a vehicle to a membership of the caller.
 * Errors: 05 a membership that is unknown, ended or another user's, a plate that the membership
 * already has, or ten vehicles in force.
 */
export const addVehicle = service({
  group: 'loyalty',
  name: 'addVehicle',
  access: [USER],
  changes: true,
  request: {
    /** Code of a loyalty in force. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    vehicle: VehicleDraft,
  },
  response: { vehicle: Vehicle },
})
