import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { PETROBRAS, UBER } from '#contract/roles.ts'

/**
 * Authorises or rejects a membership request, as the sponsor or as the network according to the
 * state of the request. The network's authorisation creates the loyalty. The driver is notified and the decision is audited.
 * Errors: 05 without a second factor, a request that is unknown or not visible to the caller, the
 * caller's own, already decided, or with the card of another loyalty in force.
 */
export const validateMembershipRequest = defineCall('loyalty', 'validateMembershipRequest', {
  access: [UBER, PETROBRAS],
  changes: true,
  request: () => ({
    /** Reference of the request, as `membershipRequestList` answers it. */
    reference: opaqueCode(40, 'Elegí una solicitud.'),
    /** Whether to authorise it: true authorises, false rejects; a boolean or its text. */
    authorized: z.union([z.boolean(), z.enum(['true', 'false'])], 'Decí si la autorizás o no.'),
    /** Observations for the driver; may be empty. */
    observations: withDefault(multiLine(500, 'La observación'), ''),
    /** Reserved; null or left out. */
    additionalData: z.optional(z.null('Este llamado no lleva datos adicionales: van en null.')),
  }),
})
