import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { LogEntry } from '#contract/entities/car/logEntry.ts'
import { period } from '#contract/entities/period.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * The log of one of the caller's cars in a period, newest first: purchases of fuel as tills reported them,
 * without voided ones, and what the caller typed. A plate of which the caller has nothing has an empty log.
 * Errors: 05 a period that ends before it begins, or an invalid cursor.
 */
export const carLog = defineCall('car', 'carLog', {
  access: [USER],
  request: () => ({
    /** Plate as `cars` answers it; empty for the purchases whose car is not known. */
    plate: opaqueCode(20, 'Elegí un auto.'),
    ...period(),
    ...pagination(1000, 50),
  }),
  response: () => ({ entries: z.array(LogEntry), next }),
})
