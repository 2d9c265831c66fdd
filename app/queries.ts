import { type DateFilter, lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { CHANNELS, getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import type { RequestOf, Service } from '#contract/service.ts'
import { notifications } from '#contract/user/notifications.ts'

/**
 * What screens ask the server first. A route's loader starts these beside the screen's chunk, and
 * the screen asks the very same: `useAnswer(...debtsToPay())`.
 */
const ask = <S extends Service>(service: S, params: RequestOf<S>) => [service, params] as const

/** Lines of a list that one answer brings; the next ones come on "Ver más". */
const PAGE = 50

export const debtsToPay = () => ask(getDebts, { type: String(CHANNELS.Geopay) })
export const everyLoyalty = () => ask(loyalties, {})
export const everyBranch = () => ask(branches, {})
export const everyNotification = () => ask(notifications, {})
/** In pages; an empty `branchCode` narrows nothing. */
export const movementsOf = (loyaltyCode: string, period: DateFilter, branchCode = '') =>
  ask(movements, { loyaltyCode, ...toRange(period), branchCode, count: PAGE })
/** In pages; what was bought by month comes whole with each. */
export const statementOf = (loyaltyCode: string, period: DateFilter) =>
  ask(accountStatus, { loyaltyCode, ...toRange(period), count: PAGE })
export const paymentsOf = (period: DateFilter) => ask(getPayments, toRange(period))

/** The default history window, ending today. */
export const usualPeriod = (now: Date) => lastDays(now)
