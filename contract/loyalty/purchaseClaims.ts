import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { USER } from '#contract/roles.ts'

/**
 * The caller's claims of purchases, newest first, with what became of them.
 * Errors: 05 an invalid cursor.
 */
export const purchaseClaims = defineCall('loyalty', 'purchaseClaims', {
  access: [USER],
  request: () => pagination(100, 50),
  response: () => ({
    /** Claims of this page, newest first. */
    claims: z.array(PurchaseClaim),
    next,
  }),
})
