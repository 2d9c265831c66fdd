import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'
import { CfeIdentity } from '#contract/fields/cfeIdentity.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** For how many days after its date a receipt can be claimed. */
export const CLAIM_DAYS = 30
/** For how many days a claim waits for the till's report before an operator looks at it. */
export const REPORT_DAYS = 3

const RECEIPT = 'Escribí los datos del comprobante.'
const AMOUNT = 'Escribí el total a pagar del comprobante, por ejemplo 1.234,50.'
const DATE = 'Escribí la fecha del comprobante: día, mes y año.'
const CODE = 'El código de seguridad son 6 letras, números o signos.'

/** What is printed on the receipt (CFE) of a purchase. */
export const Receipt = lazyObject(
  () => ({
    ...CfeIdentity.shape,
    /** The total to pay in cents, in the currency of the document. */
    amount: z.int(AMOUNT).check(z.gte(1, AMOUNT), z.lte(10 ** 15, AMOUNT)),
    /** Its day, `yyyyMMdd`: that of the purchase or of its signature. */
    date: z
      .string(DATE)
      .check(z.refine((date) => /^20\d{6}$/.test(date) && isStamp(`${date}000000`), DATE)),
    /** The printed security code, the first 6 characters of the hash; empty: an operator decides. */
    securityCode: withDefault(z.string(CODE).check(z.trim(), z.regex(/^(?:\S{6})?$/, CODE)), ''),
  }),
  RECEIPT,
)
/** The same as a QR code or the database has it, where the type is any number. */
export type Receipt = Omit<z.infer<typeof Receipt>, 'type'> & { type: number }

/** Why a claim is rejected, with the sentence for the driver; the first three by the till's report. */
export const CLAIM_REJECTIONS = {
  differs:
    'La estación informó ese comprobante con otro importe, otra fecha u otro código de seguridad. Revisá los datos y reclamalo de nuevo.',
  voided: 'La estación anuló esa venta, así que no da puntos.',
  credited: 'Los puntos de esa compra ya se dieron a otra afiliación.',
  not_found: 'Le preguntamos a la estación y no encontramos esa compra.',
  no_points: 'Esa compra no da puntos en tu programa.',
  other: 'No la pudimos acreditar.',
} as const satisfies Record<string, string>
export type ClaimRejection = keyof typeof CLAIM_REJECTIONS

export const CLAIM_STATE_LABELS = {
  waiting: 'Espera a la estación',
  operator: 'La mira la red',
  credited: 'Acreditada',
  rejected: 'No acreditada',
} as const

/** A driver's claim of the points of a purchase. */
export const PurchaseClaim = lazyObject(() => ({
  /** Id of the claim; opaque. */
  id: z.string(),
  /** Code of the loyalty that gets the points. */
  loyaltyCode: z.string(),
  /** What is printed on the receipt, as the driver claimed it. */
  receipt: z.object({
    /** RUT of the issuer, 12 digits. */
    rut: z.string(),
    /** Type of the document, as the DGI numbers it: 101 e-Ticket, 111 e-Factura, and so on. */
    type: z.int(),
    /** Series: one or two capitals, or a digit and a capital. */
    series: z.string(),
    number: z.int(),
    /** The total to pay in cents. */
    amount: z.int(),
    /** Its day, `yyyyMMdd`. */
    date: z.string(),
  }),
  /** When it was claimed, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /**
   * `waiting` for the till's report; `operator`: for the decision of one; `credited`: the sale is the
   * loyalty's; `rejected`, with the reason.
   */
  state: z.enum(['waiting', 'operator', 'credited', 'rejected']),
  /** When an operator begins to look at it, unless the till reports before; `yyyyMMddHHmmss` in Montevideo. */
  operatorFrom: Stamp,
  /** When it was answered, `yyyyMMddHHmmss` in Montevideo; absent before. */
  decidedAt: z.optional(Stamp),
  /** Points that the sale gave; absent unless it is credited. */
  points: z.optional(z.int()),
  /**
   * When the last of these points can be spent that are pending, `yyyyMMddHHmmss` in Montevideo; absent
   * when none is, and missing from older servers.
   */
  pendingUntil: z.optional(Stamp),
  /** Name of the station of the sale; absent unless it is credited. */
  branchName: z.optional(z.string()),
  /** Why it was rejected: a word that stays; absent unless it is. Other words may follow. */
  reason: z.optional(z.string()),
  /** The same in Spanish, with what to do and the operator's words; absent unless it was rejected. */
  sentence: z.optional(z.string()),
}))
export type PurchaseClaim = z.infer<typeof PurchaseClaim>
