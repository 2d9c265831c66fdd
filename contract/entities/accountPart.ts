import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Cents } from '#contract/money.ts'

/** What became of the part of a sale that is on account. */
export const AccountPart = lazyObject(() => ({
  /**
   * `unmatched`: no member owes it (yet): none is known, or the loyalty has no account for so much; `owed`;
   * `paid`: by card, which a void of the charge undoes; `withdrawn`: a void or returns left nothing of it.
   */
  state: z.enum(['unmatched', 'owed', 'paid', 'withdrawn']),
  /** Cents that are unmatched, owed or paid, in the currency of the sale; returns reduce them first. */
  amount: Cents,
  /** Identifier of the payment, when it is paid. */
  payment: z.optional(z.string()),
  /** When it was paid, `yyyyMMddHHmmss` in Montevideo. */
  paidAt: z.optional(z.string()),
}))
export type AccountPart = z.infer<typeof AccountPart>
