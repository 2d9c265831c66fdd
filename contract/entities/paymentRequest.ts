import * as z from 'zod/mini'
import { Debt, Indi } from '#contract/entities/debt.ts'
import { IssuedCfe } from '#contract/entities/movement.ts'
import { SaleLine } from '#contract/entities/saleLine.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { TillCode } from '#contract/fields/tillCode.ts'
import { Cents, Currency, DOLLARS, PESOS } from '#contract/money.ts'

/**
 * States of a payment request: `waiting` for a payer; `paid`; `voiding`: paid, and its void at the gateway
 * is under way; `voided`; `cancelled` by the till; `expired`. The last three are final.
 */
export const PAYMENT_REQUEST_STATES = [
  'waiting',
  'paid',
  'voiding',
  'voided',
  'cancelled',
  'expired',
] as const
export type PaymentRequestState = (typeof PAYMENT_REQUEST_STATES)[number]
export const PaymentRequestState = z.enum(
  PAYMENT_REQUEST_STATES,
  'Mandá el estado como te lo contestamos.',
)

/**
 * The text of the QR that opens a payment request: the address of the app's page that reads it.
 * @param appUrl the address of the app, without a slash at its end
 */
export const requestQr = (appUrl: string, code: string) => `${appUrl}/#/readScann?payment=${code}`

const AMOUNT = 'El importe a cobrar va en centavos, y es mayor que cero.'
const TAXES = 'El neto gravado y el IVA van en centavos, y no superan el importe.'
const CURRENCY = 'La moneda es 858 (pesos) o 840 (dólares).'
const INDI = 'El indicador de la ley de devolución es 0, 1, 2, 3, 4 o 6.'
const MAX_CENTS = 1_000_000_000
const tax = withDefault(z.int(TAXES).check(z.gte(0, TAXES), z.lte(MAX_CENTS, TAXES)), 0)

/** What a till asks to be paid; pesos, no taxes and no refund law where they are left out. */
export const paymentRequestFields = () => ({
  /** The till's own reference of the payment, which none of its other payments has. */
  reference: TillCode,
  /** Number of the ticket that is paid. */
  ticket: TillCode,
  /** What is sold, 1 to 60 lines; their amounts add up to `amount`. */
  lines: z
    .array(SaleLine, 'Mandá los renglones de lo que se vende.')
    .check(
      z.minLength(1, 'Mandá al menos un renglón.'),
      z.maxLength(60, 'Mandá 60 renglones como mucho.'),
    ),
  /** Total to charge in cents. */
  amount: z.int(AMOUNT).check(z.gte(1, AMOUNT), z.lte(MAX_CENTS, AMOUNT)),
  currency: withDefault(z.enum([PESOS, DOLLARS], CURRENCY), PESOS),
  /** Net amount subject to IVA in cents, the base of the refund laws; 0 when it is left out. */
  taxedAmount: tax,
  /** IVA in cents; 0 when it is left out. */
  taxAmount: tax,
  indi: withDefault(z.literal([...Indi.def.values], INDI), 0),
  /** Whether the buyer is a final consumer; true when it is left out. */
  finalConsumer: withDefault(z.boolean('Decinos si es consumidor final.'), true),
})

/** A payment request, as its till sees it. */
export const TillPayment = lazyObject(() => ({
  /** The till's reference. */
  reference: z.string(),
  state: PaymentRequestState,
  code: z.string(),
  /** The text of the QR to show. */
  qr: z.string(),
  /** Until when it can be paid, `yyyyMMddHHmmss` in Montevideo. */
  expiresAt: Stamp,
  /** Total to charge in cents. */
  amount: Cents,
  currency: Currency,
  /**
   * Retrieval reference number of the payment, 12 digits: report the sale with it as `rrn` of its
   * payment, by which the sale belongs to the request.
   */
  rrn: z.string(),
  /** When it entered the state, `yyyyMMddHHmmss` in Montevideo; absent while it waits. */
  settledAt: z.optional(Stamp),
  /** The charge; absent for a request that was never paid. */
  charge: z.optional(
    z.object({
      /** Identifier of the payment, as in the driver's receipt. */
      payment: z.string(),
      /** Authorisation code of the card issuer; empty unless PAID, VOIDED or REFUNDED. */
      authorizationCode: z.string(),
      /** Brand and last four digits; empty until the gateway has answered. */
      maskedCard: z.string(),
      /** When it was paid, `yyyyMMddHHmmss` in Montevideo. */
      paidAt: Stamp,
      /** Number of the refund law that the gateway applied; `0` when none. */
      law: z.string(),
      /** Amount that the law gave back, in cents. */
      refund: Cents,
    }),
  ),
  /** The reason that the till gave for the void; empty for none. */
  reason: z.string(),
}))
export type TillPayment = z.infer<typeof TillPayment>

/**
 * States of a request for a driver: `waiting` may be paid; `paying`: the caller has the page of the
 * gateway open, or a payment whose outcome is not known yet; `taken`: another person has; `paid`,
 * `cancelled`, `expired` and `voided` are its ends, and `voiding` is a `paid` one for the driver.
 */
const DRIVER_STATES = [
  'waiting',
  'paying',
  'taken',
  'paid',
  'cancelled',
  'expired',
  'voided',
] as const
export type DriverState = (typeof DRIVER_STATES)[number]

/** A line of what a till asks to be paid, as a driver sees it. */
const SoldItem = lazyObject(() => ({
  /** Code of the product, of the reference lists. */
  product: z.string(),
  /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
  millilitres: z.int(),
  /** Price in cents: of a litre of fuel, or of a unit of another product. */
  unitPrice: Cents,
  /** Amount of the line in cents. */
  amount: Cents,
}))
export type SoldItem = z.infer<typeof SoldItem>

/** What a till asks to be paid, as a driver sees it. */
export const PaymentRequest = lazyObject(() => ({
  /** Code of the request, the parameter `payment` of its QR. */
  code: z.string(),
  state: z.enum(DRIVER_STATES),
  /** Whether the caller paid it, or is paying. */
  isMine: z.boolean(),
  /** Until when it may be paid, `yyyyMMddHHmmss` in Montevideo. */
  expiresAt: Stamp,
  /** Number of the ticket. */
  ticket: z.string(),
  branchCode: z.string(),
  /** Name of the terminal: `Caja 1`. */
  terminal: z.string(),
  lines: z.array(SoldItem),
  /** Estimate of the points that the sale will give to the caller; 0 for none. */
  points: z.int(),
  /**
   * The debt to pay by `getGEOPayAccessToken`, with the expected refund; once the request has ended for the
   * caller it is VOIDED, or PAID when the caller paid it.
   */
  debt: Debt,
}))
export type PaymentRequest = z.infer<typeof PaymentRequest>

/** Of a payment at a station: what its receipt names. */
export const StationPayment = lazyObject(() => ({
  code: z.string(),
  branchCode: z.string(),
  /** Number of the ticket. */
  ticket: z.string(),
  /** What the till asked to be paid; missing from older servers. */
  lines: z.optional(z.array(SoldItem)),
  /** The fiscal document of the sale; absent until the till has reported one. */
  cfe: z.optional(IssuedCfe),
  /** Number of the first purchase (`movements`) of the sale; absent until the sale is the caller's. */
  rrn: z.optional(z.string()),
  /**
   * The first purchase of fuel of the sale in the log of the payer's car, and the plate of the car, empty
   * when it is not known; absent as `rrn` is, and for a sale without fuel or one that was voided.
   */
  tankful: z.optional(z.object({ rrn: z.string(), plate: z.string() })),
}))
export type StationPayment = z.infer<typeof StationPayment>
