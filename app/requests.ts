import { type DateFilter, toRange } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { CHANNELS } from '#contract/payments/getDebts.ts'

/*
 * The fields of calls that a route sends before its screen does: both must be equal for the screen to
 * find the answer.
 */

/** Rows per page. */
const PAGE_SIZE = 50

/** `movements`; an empty `branchCode` does not filter. */
export const movementsRequest = (loyaltyCode: string, period: DateFilter, branchCode = '') => ({
  loyaltyCode,
  ...toRange(period),
  branchCode,
  count: PAGE_SIZE,
})

/** `accountStatus`; each page carries the consumption by month of the whole period. */
export const statementRequest = (loyaltyCode: string, period: DateFilter) => ({
  loyaltyCode,
  ...toRange(period),
  count: PAGE_SIZE,
})

/** `getDebts` for the debts that can be paid by card. */
export const DEBTS_BY_CARD = { type: String(CHANNELS.Geopay) }

/** `notifications` for the promotions. */
export const PROMOTIONS = { type: NOTIFICATION_TYPES.Promotion }

/** `sentMessages`. */
export const SENT_MESSAGES = { count: 20 }
