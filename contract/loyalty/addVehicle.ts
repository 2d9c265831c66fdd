import { defineCall } from '#contract/call.ts'
import { Vehicle } from '#contract/entities/loyalty.ts'
import { VehicleDraft } from '#contract/entities/membershipRequest.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Adds a vehicle to a loyalty of the caller. Its plate names the member at a till only when it is that of
 * the approved membership request: anyone can add a stranger's.
 * Errors: 05 a loyalty that is unknown, ended or another user's, a plate that the loyalty
 * already has, or ten vehicles in force.
 */
export const addVehicle = defineCall('loyalty', 'addVehicle', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of a loyalty in force. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    vehicle: VehicleDraft,
  }),
  response: () => ({ vehicle: Vehicle }),
})
