import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { AccrualRule } from '#contract/entities/accrualRule.ts'
import { PaymentRequestState, TillPayment } from '#contract/entities/paymentRequest.ts'
import { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

/** Most payment requests that are told, and acknowledged, at once. */
export const MAX_PAYMENTS = 100

const ACKNOWLEDGED = 'Mandá los estados de los cobros que guardaste, 100 como mucho.'

/**
 * Tells the network that the terminal works, and asks it for what is missing; a terminal makes it every few
 * minutes.
 */
export const heartbeat = defineCall('station', 'heartbeat', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** Acknowledges states that were told: they are told no more. May be left out. */
    acknowledged: withDefault(
      z
        .array(
          z.object({
            /** The till's reference of the payment request. */
            reference: TillCode,
            /** The state that the terminal has stored. */
            state: PaymentRequestState,
          }),
          ACKNOWLEDGED,
        )
        .check(z.maxLength(MAX_PAYMENTS, ACKNOWLEDGED)),
      [],
    ),
  }),
  response: () => ({
    /** The time of the server, `yyyyMMddHHmmss`. */
    time: z.string(),
    /** By how many seconds the clock of the terminal was ahead at the signature; negative: behind. */
    clockSkew: z.int(),
    terminalName: z.string(),
    /** Code of its station, as `branches` lists it. */
    branchCode: z.string(),
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
    /** Code of the terminal that a driver types to pay without a QR: `E012-3`. */
    terminalCode: z.string(),
    /**
     * The payment requests of the terminal that have another state than it has acknowledged, the oldest
     * first, at most 100: paid, voided, cancelled and expired ones. Each is told again until the terminal
     * acknowledges its state.
     */
    payments: z.array(TillPayment),
    /** The accrual rules in force, of all programmes. */
    rules: z.array(AccrualRule),
  }),
})
