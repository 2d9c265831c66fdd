import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { typedEntryFields } from '#contract/entities/car/logEntry.ts'
import { USER } from '#contract/roles.ts'

/**
 * Adds or changes an entry that the caller types: a tankful elsewhere, or an expense.
 * Errors: 05 an entry that is unknown or another user's, a date in the future, a tankful without fuel or
 * litres, 30,000 entries (`car_log_full`); and, unless it is `confirmed`, an odometer that is below an earlier
 * one or above a later one (`odometer_order`) or more than 2,000 km a day above it (`odometer_jump`).
 */
export const saveCarEntry = defineCall('car', 'saveCarEntry', {
  access: [USER],
  changes: true,
  request: typedEntryFields,
  /** Id of the entry. */
  response: () => ({ entryId: z.string() }),
})
