import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Debt, Geopay } from '#contract/entities/debt.ts'
import { digitOrNone, withDefault } from '#contract/fields/optional.ts'
import { count, next, pagination } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'

/** Payment channels by name; the wire carries the number. */
export const CHANNELS = { Ecommerce: 1, Geopay: 2, Itd: 3 } as const

const CHANNEL = 'Decinos por qué canal: 1 (Ecommerce), 2 (Geopay) o 3 (Itd).'

/**
 * The caller's unpaid debts, oldest due date first, and the gateway through which to pay them. Without
 * `count` the answer has all of them.
 */
export const getDebts = defineCall('payments', 'getDebts', {
  access: [USER],
  request: () => ({
    /** Number of the payment channel, as text or number; may be empty: no debt depends on it. */
    type: digitOrNone(3, CHANNEL),
    ...pagination(100),
    /** Maximum number of debts of the answer; all when it is left out. */
    count: withDefault(count(100), undefined),
  }),
  response: () => ({
    /** The caller's unpaid debts, oldest due date first. */
    debts: z.array(Debt),
    /** Cursor of the next page; empty on the last page, missing without `count`. */
    next: z.optional(next),
    /** Ids for `getGEOPayAccessToken`, and the address of the hosted payment page. */
    geopay: Geopay,
  }),
})
