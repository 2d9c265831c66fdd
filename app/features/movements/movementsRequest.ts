import { type DateFilter, toRange } from '#contract/dates.ts'

/** Rows per page. */
const PAGE_SIZE = 50

/** The fields of `movements`; an empty `branchCode` does not filter. */
export const movementsRequest = (loyaltyCode: string, period: DateFilter, branchCode = '') => ({
  loyaltyCode,
  ...toRange(period),
  branchCode,
  count: PAGE_SIZE,
})

/** The fields of `accountStatus`; each page carries the consumption by month of the whole period. */
export const statementRequest = (loyaltyCode: string, period: DateFilter) => ({
  loyaltyCode,
  ...toRange(period),
  count: PAGE_SIZE,
})
