import * as z from 'zod/mini'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

/** Tax-refund indicator of a sale: the card acquirers' number of a law (`reference/taxLaws.ts`). */
export const Indi = z.literal([0, 1, 2, 3, 4, 6])
export type Indi = z.infer<typeof Indi>

/** A debt of the caller that can be paid by card. */
export const Debt = z.object({
  reference: z.string(),
  currency: Currency,
  /** Total to charge, without the tip. */
  amount: Cents,
  /** Net amount subject to IVA, without the IVA and without exempt items. */
  taxedAmount: Cents,
  /** The IVA. */
  taxAmount: Cents,
  tipAmount: Cents,
  /** Maximum number of instalments. */
  installments: z.int(),
  indi: Indi,
  /** Whether the buyer is a final consumer (consumidor final); the refund laws apply to no other. */
  finalConsumer: z.boolean(),
  concept: z.string(),
  merchantName: z.string(),
  datetime: Stamp,
  /** `yyyyMMdd` in Montevideo. */
  dueDate: z.string(),
  /** PROCESSING while an attempt to pay it has no final outcome. */
  state: z.enum(['PENDING', 'PROCESSING', 'PAID', 'VOIDED']),
  /** Points that the payment will give. */
  points: z.int(),
})
export type Debt = z.infer<typeof Debt>

const DEBT = 'Elegí una deuda para pagar.'

/**
 * A debt in the request of `getGEOPayAccessToken`. `reference` selects it; the other fields may be
 * left out, and are refused with 05 when they differ from the stored debt.
 */
export const DebtData = z.object(
  {
    reference: z.string(DEBT).check(z.minLength(1, DEBT), z.maxLength(40, DEBT)),
    currency: z.optional(z.unknown()),
    amount: z.optional(z.unknown()),
    taxedAmount: z.optional(z.unknown()),
    taxAmount: z.optional(z.unknown()),
    tipAmount: z.optional(z.unknown()),
    installments: z.optional(z.unknown()),
    indi: z.optional(z.unknown()),
    finalConsumer: z.optional(z.unknown()),
  },
  DEBT,
)
