import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * Posts or rejects an adjustment that waits for a second operator. A repeat changes nothing.
 * Errors: 05 without a second factor, for an unknown adjustment, for one that this operator proposed or
 * that is of their own loyalty, for one that another operator decided, and where `adjustPoints` would refuse it now.
 */
export const decideAdjustment = defineCall('operator', 'decideAdjustment', {
  access: [ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** Id of the adjustment, as `adjustPoints` answers it. */
    adjustmentId: opaqueCode(100, 'Elegí un ajuste.'),
    /** Whether the points are posted; else the adjustment is rejected. */
    authorized: z.boolean('Decí si se autoriza el ajuste.'),
  }),
})
