import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AccrualRule } from '#contract/entities/accrualRule.ts'
import { ShiftDifference } from '#contract/entities/shiftDifference.ts'

/**
 * Tells the network that the terminal works, and asks it for what is missing; a terminal makes it every few
 * minutes.
 */
export const heartbeat = defineCall('station', 'heartbeat', {
  access: 'terminal',
  changes: true,
  response: () => ({
    /** The time of the server, `yyyyMMddHHmmss`. */
    time: z.string(),
    /** By how many seconds the clock of the terminal was ahead at the signature; negative: behind. */
    clockSkew: z.int(),
    /** Name of the terminal. */
    terminalName: z.string(),
    /** Code of its station, as `branches` lists it. */
    branchCode: z.string(),
    /** Name of its station. */
    branchName: z.string(),
    /**
     * The closed shifts that lack items, the newest first, at most 10: report all items of the shift
     * again by `reportSales`, and it closes by itself.
     */
    incompleteShifts: z.array(
      z.object({
        /** Number of the shift, as in its items. */
        shift: z.string(),
        /** Whether it was closed for the terminal or for all terminals of the station. */
        scope: z.enum(['terminal', 'station']),
        /** The totals that differ. */
        differences: z.array(ShiftDifference),
        /**
         * The numbers between the shift's tickets of this terminal that none of them has, at most 100. A
         * ticket before the first or after the last one is not among them.
         */
        tickets: z.array(z.string()),
      }),
    ),
    /** The accrual rules in force, of all programmes. */
    rules: z.array(AccrualRule),
  }),
})
