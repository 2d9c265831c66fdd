import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { CLAIM_REJECTIONS, type ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * Credits a claimed purchase to the driver's loyalty, or rejects the claim. The driver is notified. A
 * repeat changes nothing.
 * Errors: 05 without a second factor, for an unknown claim, for the operator's own one, for one that was
 * answered (`claim_decided`), and for a sale that is unknown, voided or of a loyalty (`claim_sale`).
 */
export const decideClaim = defineCall('operator', 'decideClaim', {
  access: [ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** Id of the claim, as `waitingClaims` answers it. */
    claimId: opaqueCode(100, 'Elegí un reclamo.'),
    /** The sale that is credited, as `waitingClaims` answers it; empty to reject the claim. */
    sale: withDefault(opaqueCode(200, 'Elegí una venta.'), ''),
    /** Why it is rejected: `differs`, `voided`, `credited`, `not_found`, `no_points` or `other`; empty to credit. */
    reason: withDefault(
      z.enum(
        [...(Object.keys(CLAIM_REJECTIONS) as ClaimRejection[]), ''],
        'Elegí el motivo del rechazo.',
      ),
      '',
    ),
    /** What the driver is told besides the reason; needed to reject. */
    answer: withDefault(multiLine(500, 'La explicación'), ''),
  }),
})
