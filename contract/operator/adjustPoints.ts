import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import {
  ADJUSTMENT_REASONS,
  ADJUSTMENT_STATES,
  type AdjustmentReason,
} from '#contract/entities/pointsAdjustment.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

const POINTS = 'Los puntos de un ajuste son enteros, de -1000000 a 1000000, y no 0.'

/**
 * Gives points to a member, or takes them, with a reason. Above the network's limit the adjustment waits
 * for `decideAdjustment` by another operator. The member is notified when it is posted.
 * Errors: 05 without a second factor, for an unknown or ended loyalty, for the operator's own one, and
 * for more points than the member has.
 */
export const adjustPoints = defineCall('operator', 'adjustPoints', {
  access: [ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** Code of the member's loyalty. */
    loyaltyCode: opaqueCode(20, 'El código de afiliación no es válido.'),
    /** Whole points to give, or to take where below 0. */
    points: z.int(POINTS).check(
      z.gte(-1_000_000, POINTS),
      z.lte(1_000_000, POINTS),
      z.refine((points) => points !== 0, POINTS),
    ),
    /** Why: `missing_sale`, `goodwill`, `correction` or `misuse`. */
    reason: z.enum(
      Object.keys(ADJUSTMENT_REASONS) as AdjustmentReason[],
      'Elegí el motivo del ajuste.',
    ),
    /** What happened, in words, for the other operators. */
    observations: multiLine(500, 'La explicación').check(
      z.refine((text) => text.trim() !== '', 'Contá por qué se ajustan los puntos.'),
    ),
  }),
  response: () => ({
    /** Id of the adjustment, as `decideAdjustment` takes it; opaque. */
    adjustmentId: z.string(),
    /** `posted`, or `waiting` for another operator. */
    state: z.enum(ADJUSTMENT_STATES),
  }),
})
