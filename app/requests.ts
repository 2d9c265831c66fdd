import { type DateFilter, toRange } from '#contract/dates.ts'
import type { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import type { CHANNELS } from '#contract/payments/getDebts.ts'

/*
 * The fields of calls that a route sends before its screen does: both must be equal for the screen to
 * find the answer. The page's inline script contains this file: a contract would bring its schemas into
 * the page.
 */

/** Rows. */
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

/** `getDebts`, for the debts that can be paid by card. */
export const DEBTS_BY_CARD = { type: '2' satisfies `${typeof CHANNELS.Geopay}` }

/** `notifications`, for the announcements of promotions. */
export const PROMOTIONS = { type: 3 satisfies typeof NOTIFICATION_TYPES.Promotion }

/** `sentMessages`. */
export const SENT_MESSAGES = { count: 20 }

/** `purchaseClaims`. */
export const PURCHASE_CLAIMS = { count: 20 }
