import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** A total of the till that is not that of the items that we have of its shift. */
export const ShiftDifference = lazyObject(() => ({
  /** Which total: `sales`, `voids`, `returns`, `amounts.` and a currency, or `millilitres.` and a product. */
  total: z.string(),
  sent: z.int(),
  /** The total of the items that we have. */
  found: z.int(),
}))
export type ShiftDifference = z.infer<typeof ShiftDifference>
