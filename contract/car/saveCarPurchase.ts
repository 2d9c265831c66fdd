import { defineCall } from '#contract/call.ts'
import { purchaseNoteFields } from '#contract/entities/car/logEntry.ts'
import { USER } from '#contract/roles.ts'

/**
 * Stores what the caller adds to a purchase of fuel; it takes the place of what was added before. What the
 * till reported does not change.
 * Errors: 05 a purchase that is unknown, voided, not of fuel or another user's, a plate where the till
 * reported another (`plate_reported`); and, unless it is `confirmed`, an odometer that is below an earlier
 * one or above a later one (`odometer_order`) or more than 2,000 km a day above it (`odometer_jump`).
 */
export const saveCarPurchase = defineCall('car', 'saveCarPurchase', {
  access: [USER],
  changes: true,
  request: purchaseNoteFields,
})
