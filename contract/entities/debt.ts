import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents, Currency } from '#contract/money.ts'

/** Tax-refund indicator of a sale: the card acquirers' number of a law; 0 for none. */
export const Indi = z.literal([0, 1, 2, 3, 4, 6])
export type Indi = z.infer<typeof Indi>

/** A debt of the caller that can be paid by card. */
export const Debt = lazyObject(() => ({
  /** Id of the debt, for `debtData.reference` of `getGEOPayAccessToken`; opaque. */
  reference: z.string(),
  currency: Currency,
  /** Total to charge in cents, without the tip. */
  amount: Cents,
  /** Net amount subject to IVA in cents, without the IVA and without exempt items. */
  taxedAmount: Cents,
  /** IVA in cents. */
  taxAmount: Cents,
  /** Tip in cents; 0 for none. */
  tipAmount: Cents,
  /** Maximum number of instalments. */
  installments: z.int(),
  indi: Indi,
  /** Whether the buyer is a final consumer (consumidor final); the refund laws apply to no other. */
  finalConsumer: z.boolean(),
  /** What the debt is for, in Spanish. */
  concept: z.string(),
  /** Name of the station that is paid. */
  merchantName: z.string(),
  /** When the debt arose, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** Last day to pay it, `yyyyMMdd` in Montevideo. */
  dueDate: z.string(),
  /**
   * State of the debt: PENDING may be paid, PROCESSING has an attempt without a final outcome, PAID
   * and VOIDED are closed.
   */
  state: z.enum(['PENDING', 'PROCESSING', 'PAID', 'VOIDED']),
  /** Points that the payment will give. */
  points: z.int(),
  /**
   * The tax refund to expect from the card network; left out when no law applies, or when the rate of
   * the law on the day and at the station of the sale is not known.
   */
  expectedRefund: z.optional(
    z.object({
      /** Refund in cents, in the currency of the debt. */
      cents: Cents,
      /** Number of the law, as `law` of a payment. */
      law: z.string(),
      /** Rate in hundredths of a percent: 200 is 2 %. */
      basisPoints: z.int(),
    }),
  ),
}))
export type Debt = z.infer<typeof Debt>

/** Where debts are paid: ids for `getGEOPayAccessToken`, and the address of the hosted payment page. */
export const Geopay = lazyObject(() => ({
  /** Our net id at the gateway, for `geopayNetId`. */
  netId: z.string(),
  /** Our merchant id at the gateway, for `geopayMerchantId`. */
  merchantId: z.string(),
  /** Address of the hosted payment page, which takes the token by a form POST. */
  pageUrl: z.string(),
}))

const DEBT = 'Elegí una deuda para pagar.'

/**
 * A debt in the request of `getGEOPayAccessToken`. `reference` selects it; the other fields may be
 * left out, and are refused with 05 when they differ from the stored debt.
 */
export const DebtData = lazyObject(
  () => ({
    /** Reference of the debt, as `getDebts` answers it. */
    reference: z.string(DEBT).check(z.minLength(1, DEBT), z.maxLength(40, DEBT)),
    /** Currency of the debt, as `getDebts` answers it; may be left out. */
    currency: z.optional(z.unknown()),
    /** Amount of the debt in cents, as `getDebts` answers it; may be left out. */
    amount: z.optional(z.unknown()),
    /** Net amount subject to IVA in cents, as `getDebts` answers it; may be left out. */
    taxedAmount: z.optional(z.unknown()),
    /** IVA in cents, as `getDebts` answers it; may be left out. */
    taxAmount: z.optional(z.unknown()),
    /** Tip in cents, as `getDebts` answers it; may be left out. */
    tipAmount: z.optional(z.unknown()),
    /** Maximum number of instalments, as `getDebts` answers it; may be left out. */
    installments: z.optional(z.unknown()),
    /** Tax-refund indicator, as `getDebts` answers it; may be left out. */
    indi: z.optional(z.unknown()),
    /** Whether the buyer is a final consumer, as `getDebts` answers it; may be left out. */
    finalConsumer: z.optional(z.unknown()),
  }),
  DEBT,
)
