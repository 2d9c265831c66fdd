import * as z from 'zod/mini'
import { Cents, Currency, Stamp } from '#contract/money.ts'

/** Tax-refund indicator of a sale, as the card acquirers number the laws (`reference/taxLaws.ts`). */
export const Indi = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(6),
])
export type Indi = z.infer<typeof Indi>

/** Where a person stands with a debt. */
export const DEBT_STATES = ['PENDING', 'PROCESSING', 'PAID', 'VOIDED'] as const

/** Something a person owes the network and may pay by card. */
export const Debt = z.object({
  reference: z.string(),
  currency: Currency,
  /** Total to charge, tip apart. */
  amount: Cents,
  /** Net amount subject to IVA, without the IVA; exempt lines are not in it. */
  taxedAmount: Cents,
  /** The IVA itself. */
  taxAmount: Cents,
  tipAmount: Cents,
  /** The most instalments that this debt may be split into. */
  installments: z.int(),
  indi: Indi,
  /** Consumidor final: the refund laws apply only to them. */
  finalConsumer: z.boolean(),
  concept: z.string(),
  merchantName: z.string(),
  datetime: Stamp,
  /** `yyyyMMdd`. */
  dueDate: z.string(),
  state: z.enum(DEBT_STATES),
  /** Points that paying it will give. */
  points: z.int(),
})
export type Debt = z.infer<typeof Debt>

const DEBT = 'Elegí una deuda para pagar.'

/** What `getGEOPayAccessToken` reads of a debt: the reference counts, the rest may only agree. */
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
