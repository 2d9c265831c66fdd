import * as z from 'zod/mini'
import { AccountPart } from '#contract/entities/accountPart.ts'
import { NO_POINTS, PAYMENT_MEANS } from '#contract/entities/accrualRule.ts'
import { cents, millilitres, SaleLine } from '#contract/entities/saleLine.ts'
import { CfeIdentity } from '#contract/fields/cfeIdentity.ts'
import { Instant } from '#contract/fields/instant.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { OptionalTillCode, TillCode } from '#contract/fields/tillCode.ts'
import { Currency } from '#contract/money.ts'

const MAX_LINES = 60

/** A text of that form; empty when it is left out. */
const optional = (form: RegExp) => withDefault(z.string().check(z.regex(form)), '')
/** Number of a member's loyalty card; never that of a bank card. Empty for none. */
export const CardNumber = optional(/^(?![2-6]\d{11})\d{6,16}$|^$/)
/** An object or a text that may be left out; null and empty read as left out. */
const leftOut = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.nullish(schema),
      z.transform((value) => value || undefined),
    ),
  )

/** The CFE of a reported sale. */
const SaleCfe = z.extend(CfeIdentity, {
  /**
   * The printed security code: the first 6 characters of the hash. With it the receipt proves by itself
   * whose purchase it is when a driver claims it (`claimPurchase`); without it an operator decides.
   */
  securityCode: leftOut(z.string().check(z.regex(/^(?:\S{6})?$/))),
})

/** A payment of a sale. It has no card number: one in any field refuses its item alone. */
const SalePayment = lazyObject(() => ({
  /**
   * How it was paid: `account` is a sale on account, of which the member gets a debt; `points` is a
   * redemption.
   */
  means: z.enum(PAYMENT_MEANS),
  /** Amount in cents, in the currency of the sale. */
  amount: cents,
  /** Retrieval reference number of a card payment, 12 digits, or `rrn` of `paymentStatus`; may be left out. */
  rrn: optional(/^(?:\d{12})?$/),
  /** The last four digits of the card; may be left out. */
  lastFour: optional(/^(?:\d{4})?$/),
}))

const ofEvery = {
  /** Number of the shift, which no other shift of the same terminal has: send the date with it if need be. */
  shift: TillCode,
  /** Code of the attendant; may be left out. */
  attendant: OptionalTillCode,
  /**
   * Time of the till with its offset, ISO 8601: `2026-11-20T10:30:00-03:00`, at most 400 days old and 10
   * minutes ahead of the server. Seconds, and the minutes of
   * the offset, may be left out; the same instant in another offset is the same time.
   */
  datetime: Instant,
}
/** The sale that a void or a return is of: by the CFE if the sale was reported with one, else by date and ticket. */
const SaleReference = z
  .object({
    /** The CFE that the sale was reported with. */
    cfe: leftOut(CfeIdentity),
    /** Local date of a sale without a CFE, `yyyy-MM-dd`. */
    date: optional(/^(?:\d{4}-\d\d-\d\d)?$/),
    /** Ticket of a sale without a CFE, of the same terminal. */
    ticket: OptionalTillCode,
  })
  .check(z.refine((of) => Boolean(of.cfe || (of.date && of.ticket))))
export type SaleReference = z.infer<typeof SaleReference>

/** A sale. */
export const ReportedSale = lazyObject(() => ({
  kind: z.literal('sale'),
  /**
   * The CFE of the sale: its identity if the till has it; else terminal, local date and ticket are. With a RUT
   * that is none of the station's the points wait for an operator.
   */
  cfe: leftOut(SaleCfe),
  /** Number of the ticket. */
  ticket: TillCode,
  ...ofEvery,
  /** What was sold, 1 to 60 lines. */
  lines: z.array(SaleLine).check(z.minLength(1), z.maxLength(MAX_LINES)),
  currency: Currency,
  /**
   * How it was paid, 1 to 10 payments. They add up to the lines, within a peso for cash: when they are less, the
   * points wait for an operator.
   */
  payments: z.array(SalePayment).check(z.minLength(1), z.maxLength(10)),
  /** The till's reference of the request that paid it; a sale without a member then is the payer's. */
  paymentReference: leftOut(OptionalTillCode),
  /** Code of the member's loyalty; the first given of code, card and plate finds the member. */
  loyaltyCode: OptionalTillCode,
  /** Number of the member's loyalty card, 6 to 16 digits; never that of a bank card. */
  cardNumber: CardNumber,
  /**
   * Plate of the vehicle, separators allowed. It finds the member whose membership was approved with it,
   * while the vehicle is on the loyalty; a plate that a driver added finds no member.
   */
  plate: withDefault(
    z.string().check(
      z.maxLength(20),
      z.overwrite((plate) => withoutSeparators(plate).toUpperCase()),
      z.regex(/^[A-Z\d]{0,10}$/),
    ),
    '',
  ),
}))
export type ReportedSale = z.infer<typeof ReportedSale>

/** The void of a whole sale. It may arrive before the sale, and counts once. */
export const ReportedVoid = lazyObject(() => ({
  kind: z.literal('void'),
  sale: SaleReference,
  ...ofEvery,
}))
export type ReportedVoid = z.infer<typeof ReportedVoid>

/** A return of a part of a sale. It may arrive before the sale. */
export const ReportedReturn = lazyObject(() => ({
  kind: z.literal('return'),
  /** The sale of which something is returned. */
  sale: SaleReference,
  /** The CFE of the return, a credit note: its identity if the till has it. */
  cfe: leftOut(CfeIdentity),
  /** Number of the return's own ticket. */
  ticket: TillCode,
  ...ofEvery,
  /** What is returned of which line of the sale, 1 to 60 lines. */
  lines: z
    .array(
      z.object({
        /** Which line of the sale, counted from 1. */
        line: z.int().check(z.gte(1), z.lte(MAX_LINES)),
        /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
        millilitres,
        /** Returned amount in cents, in the currency of the sale; of fuel the price of its litres. */
        amount: cents,
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(MAX_LINES),
      z.refine((lines) => new Set(lines.map((one) => one.line)).size === lines.length),
    ),
}))
export type ReportedReturn = z.infer<typeof ReportedReturn>

/** One sale, void or return of a batch. */
export const ReportedItem = z.discriminatedUnion('kind', [
  ReportedSale,
  ReportedVoid,
  ReportedReturn,
])
export type ReportedItem = z.infer<typeof ReportedItem>

/** Why an item is rejected, with the sentence for the station. */
export const REJECTIONS = {
  missing: 'Falta este dato.',
  invalid: 'Este dato no tiene la forma esperada.',
  out_of_range: 'Este número está fuera de lo posible.',
  unknown_value: 'No conocemos este valor.',
  future: 'Esta hora todavía no llegó: revisá el reloj de la caja.',
  too_old: 'Pasaron más de 400 días: ya no lo podemos tomar.',
  amount_differs: 'El importe no es el del precio por los litros.',
  other_station: 'Esa venta es de otra estación.',
  sale_voided: 'Esa venta está anulada.',
  unknown_line: 'La venta no tiene ese renglón.',
  card_number: 'Trae un número de tarjeta: mandá este renglón sin ese número.',
  exceeds_sale: 'Es más de lo que queda de la venta.',
} as const satisfies Record<string, string>
export type RejectionReason = keyof typeof REJECTIONS

/** The field and the reason for which an item is rejected. */
export interface Rejection {
  kind: 'rejected'
  field: string
  reason: RejectionReason
}

const itemOrRejection: z.ZodMiniType<ReportedItem | Rejection> = ReportedItem
const caught = (context: FailedItem | undefined) =>
  // The schema of the documentation asks for a value without a context.
  (context && rejectionOf(context.issues[0], context.value)) as Rejection
/** An item of which each field is checked alone: a bad one reads as its rejection and refuses no other. */
// oxlint-disable-next-line promise/valid-params -- it is no promise
export const CheckedItem = z.catch(itemOrRejection, caught)
export type CheckedItem = z.infer<typeof CheckedItem>

interface FailedItem {
  issues: readonly Issue[]
  value: unknown
}
interface Issue {
  readonly code?: string | undefined
  readonly path?: readonly PropertyKey[] | undefined
}

const REASON_OF_ISSUE: Partial<Record<string, RejectionReason>> = {
  too_small: 'out_of_range',
  too_big: 'out_of_range',
  invalid_value: 'unknown_value',
}

function rejectionOf(issue: Issue | undefined, item: unknown): Rejection {
  const path = issue?.path ?? []
  const given = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    item,
  )
  const reason = REASON_OF_ISSUE[issue?.code ?? ''] ?? 'invalid'
  const isMissing = given === undefined || given === null
  return { kind: 'rejected', field: path.join('.'), reason: isMissing ? 'missing' : reason }
}

/** What became of one item of a batch. */
export const ItemResult = lazyObject(() => ({
  /**
   * `accepted`; `unmatched`: a sale that is stored and has no member (yet), or whose points wait for an
   * operator; `duplicate`: reported before, with this content; `conflict`: reported before with other
   * content, kept for an operator; `rejected`: not stored.
   */
  result: z.enum(['accepted', 'unmatched', 'duplicate', 'conflict', 'rejected']),
  /** Of a duplicate: what the first report was answered. */
  first: z.optional(z.enum(['accepted', 'unmatched'])),
  /** Points that the sale gave when it was accepted; absent for other items. */
  points: z.optional(z.int()),
  /** Of a stored sale on account: what became of that part until now; a repeat of the sale asks again. */
  account: z.optional(AccountPart),
  /**
   * Of a sale of a member that gave no points: `no_rule`: no rule gives any for its product, time and
   * means; `below_minimum`: it has less than a whole litre and a hundred pesos; `other_currency`: the rule
   * is of pesos; `voided`: its void came first.
   */
  noPoints: z.optional(z.enum(NO_POINTS)),
  /** Of a rejected item: the path of the field, as `lines.0.amount`; empty: the item as a whole. */
  field: z.optional(z.string()),
  /** Of a rejected item: the reason, in a word that stays. */
  reason: z.optional(z.enum(Object.keys(REJECTIONS) as [RejectionReason])),
  /** Of a rejected item: the reason, in Spanish. */
  sentence: z.optional(z.string()),
}))
export type ItemResult = z.infer<typeof ItemResult>
