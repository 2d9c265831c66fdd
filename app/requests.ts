import { type DateFilter, toRange } from '#contract/dates.ts'

/*
 * The fields of calls that a route sends before its screen does: both must be equal for the screen to
 * find the answer. The page's inline script contains this file: a contract would bring its schemas into
 * the page.
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

/** `sentMessages`. */
export const SENT_MESSAGES = { count: 20 }

/** `purchaseClaims`. */
export const PURCHASE_CLAIMS = { count: 20 }
