import { withDefault } from '#contract/fields/optional.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { opaqueCode, multiLine } from '#contract/fields/text.ts'

/**
 * A driver leaves: one vehicle when it is named and others remain, else the membership. A membership
 * that is still asked for goes by its request's reference, and the request is withdrawn. Points and
 * history stay; leaving twice is the same as once.
 * Errors: 05 anything that does not exist or is not the caller's, a request that can no longer be withdrawn.
 */
export const removeMembership = service({
  group: 'loyalty',
  name: 'removeMembership',
  access: [USER],
  changes: true,
  request: {
    /** A loyalty's code, or the reference of a request. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** As `activeMembershipList` names the member; empty: the caller. */
    clientId: withDefault(opaqueCode(40, 'Ese cliente no existe.'), ''),
    /** Empty: the whole membership. */
    vehicleId: withDefault(opaqueCode(40, 'Elegí un vehículo.'), ''),
    /** Why, for the network. */
    observations: withDefault(multiLine(500, 'La observación'), ''),
  },
  response: {},
})
