import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** A row of the official prices. */
export const OfficialPrice = lazyObject(() => ({
  /** Code of the product, of the reference lists. */
  product: z.string(),
  /** Official maximum price in cents of peso per litre (per kilogram for supergas). */
  price: z.int(),
  /** First day of this price, `yyyyMMdd` in Montevideo. */
  validFrom: z.string(),
  /** Last day of this price, `yyyyMMdd`; empty: until the next one begins. */
  validTo: z.string(),
  /** The decree that sets it; empty: not known. */
  decree: z.string(),
}))
export type OfficialPrice = z.infer<typeof OfficialPrice>

/** The official fuel prices: past, present, and those that are known to come. */
export const prices = defineCall('info', 'prices', {
  access: 'signedIn',
  response: () => ({
    /** The prices by product, each product's oldest first. */
    prices: z.array(OfficialPrice),
  }),
})
