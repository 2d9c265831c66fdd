import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { PETROBRAS, UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { opaqueCode, multiLine } from '#contract/fields/text.ts'

/**
 * The sponsor's or the network's yes or no, each in the states that `may` lists. The network's yes
 * makes the membership. The driver is told; the decision is audited.
 * Errors: 05 a request that does not exist or is not theirs to see, their own, or decided already.
 */
export const validateMembershipRequest = service({
  group: 'loyalty',
  name: 'validateMembershipRequest',
  access: [UBER, PETROBRAS],
  changes: true,
  secondFactor: true,
  request: {
    reference: opaqueCode(40, 'Elegí una solicitud.'),
    /** As a boolean, or as text. */
    authorized: z.union([z.boolean(), z.enum(['true', 'false'])], 'Decí si la autorizás o no.'),
    /** What the driver should know. */
    observations: withDefault(multiLine(500, 'La observación'), ''),
    additionalData: z.optional(z.null('Este llamado no lleva datos adicionales: van en null.')),
  },
  response: {},
})
