import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AccrualRule, proposedRules } from '#contract/entities/accrualRule.ts'
import { RealStamp } from '#contract/fields/stamp.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** Most days of a simulation. */
export const MAX_SIMULATED_DAYS = 31

/** What a rule, or all of them, gave and would have given. */
const compared = {
  /** Points without the proposed rules. */
  pointsBefore: z.int(),
  /** Points with the proposed rules. */
  pointsAfter: z.int(),
}

/**
 * Compares what past sales of members gave with what they would have given if some more rules had been in
 * force, as the newest ones. It counts what voids and returns left of the sales, and stores nothing.
 * Errors: 05 without a second factor, for an unknown programme, and for a period of more than 31 days or
 * with more than 200,000 lines of sales.
 */
export const simulateRules = defineCall('operator', 'simulateRules', {
  access: [ADMINISTRADOR],
  request: () => ({
    /** The proposed rules, 1 to 20. */
    rules: proposedRules(),
    /** First instant of the sales, in their local time: `yyyyMMdd000000` for whole days. */
    dateFrom: RealStamp,
    /** Last second of the sales: `yyyyMMdd235959` for whole days. */
    dateTo: RealStamp,
  }),
  response: () => ({
    /** The proposed rules in their order, then the stored ones that gave points. */
    rules: z.array(
      z.extend(AccrualRule, {
        /** Whether it is one of the request. Its validity is empty. */
        proposed: z.boolean(),
        ...compared,
        /** Sales in which it gave points, with or without the proposed rules. */
        sales: z.int(),
        /** Members of these sales. */
        members: z.int(),
      }),
    ),
    ...compared,
    /** Sales of members in the period. */
    examined: z.int(),
    /** Sales whose points change. */
    sales: z.int(),
    /** Members whose sales change. */
    members: z.int(),
  }),
})
