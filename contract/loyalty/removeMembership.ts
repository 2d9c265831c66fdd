import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Ends a loyalty of the caller; with `vehicleId`, removes only that vehicle, also the last one.
 * With the reference of a pending request it withdraws the request. History remains, and the points
 * of an ended loyalty are retained for 12 months: joining the same programme again gives them back.
 * A repeat changes nothing.
 * Errors: 05 a loyalty, vehicle or request that is unknown or another user's, or a request that
 * can no longer be withdrawn.
 */
export const removeMembership = defineCall('loyalty', 'removeMembership', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of a loyalty, or reference of a request. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** The caller's own `clientId` of `activeMembershipList`; may be empty. */
    clientId: withDefault(opaqueCode(40, 'Ese cliente no existe.'), ''),
    /** The vehicle to remove; empty to end the loyalty. */
    vehicleId: withDefault(opaqueCode(40, 'Elegí un vehículo.'), ''),
    /** Reason for leaving, shown to the network; may be empty. */
    observations: withDefault(multiLine(500, 'La observación'), ''),
  }),
  response: () => ({
    /** Points of the ended loyalty that are retained; 0 when none ended. */
    retainedPoints: z.int(),
    /** Last day to join again with those points, `yyyyMMdd`; empty when there are none. */
    retainedUntil: z.string(),
  }),
})
