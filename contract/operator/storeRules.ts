import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AccrualRule, proposedRules } from '#contract/entities/accrualRule.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { RealStamp } from '#contract/fields/stamp.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * Stores accrual rules that come into force at least an hour from now; nothing that was given changes.
 * A rule is replaced by a newer one of the same conditions, and ended by one without points.
 * Errors: 05 without a second factor, for an unknown programme, for a start within the next hour, and for an end before
 * the start.
 */
export const storeRules = defineCall('operator', 'storeRules', {
  access: [ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** The rules, 1 to 20. */
    rules: proposedRules(),
    /** From when they are in force, `yyyyMMddHHmmss`. */
    validFrom: RealStamp,
    /** Until when, exclusive; empty or left out: without an end. */
    validUntil: withDefault(z.union([z.literal(''), RealStamp], 'La fecha no es válida.'), ''),
  }),
  response: () => ({
    /** The rules as stored. */
    rules: z.array(AccrualRule),
  }),
})
