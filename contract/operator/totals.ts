import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { filters } from '#contract/console/listFilters.ts'
import { Kind } from '#contract/console/objectPage.ts'
import { Sum } from '#contract/money.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/** Objects that a list counts; of more it answers no sum. */
export const MAX_COUNTED = 10_000

/**
 * How many objects of a kind pass the filters of its list, and the sums of their amounts.
 * Errors: those of `objects`.
 */
export const totals = defineCall('operator', 'totals', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  mayBeStale: true,
  request: () => ({
    kind: Kind,
    /** As in `objects`. */
    filters: filters(),
  }),
  response: () => ({
    /** At most `MAX_COUNTED`. */
    count: z.int(),
    /** Whether there are more than `count`. */
    isMore: z.boolean(),
    /** By currency; empty where the objects have no amounts, and when there are more. */
    sums: z.array(Sum),
  }),
})
