import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** A sale without a member that a claim may be of. */
const CandidateSale = z.object({
  /** The sale, as `decideClaim` takes it; opaque. */
  sale: z.string(),
  /** When it was sold, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Name of the station. */
  branchName: z.string(),
  /** Number of the ticket. */
  ticket: z.string(),
  /** Amount in cents. */
  amount: z.int(),
  /** Whether it is the sale of the claimed document; else it has the same amount and no document. */
  isSameReceipt: z.boolean(),
})

/** A claim that waits for an operator. */
const WaitingClaim = z.extend(PurchaseClaim, {
  /** Name of the driver. */
  name: z.string(),
  /** The security code as the driver gave it, to compare with the station's receipt; empty without one. */
  securityCode: z.string(),
  /** Up to five sales that it may be of: that of the document, else those of its amount and days. */
  sales: z.array(CandidateSale),
})

/**
 * Claims that wait for the decision of an operator, the longest waiting first.
 * Errors: 05 without a second factor, or an invalid cursor.
 */
export const waitingClaims = defineCall('operator', 'waitingClaims', {
  access: [ADMINISTRADOR],
  request: () => pagination(100, 50),
  response: () => ({
    /** Claims of this page, the longest waiting first. */
    claims: z.array(WaitingClaim),
    next,
  }),
})
