import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { PurchaseClaim, Receipt } from '#contract/entities/purchaseClaim.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

const QR = 'Ese código QR no es el de un comprobante.'

/**
 * Claims the points of a purchase that is missing, by its receipt (CFE). If the station reported the
 * document with the same amount and security code, and a date near its own, the sale is the loyalty's at once. Without a security code
 * an operator decides; a document that is not reported yet waits for the till. The first claim of a document wins;
 * one that was rejected frees it. One with a security code waits beside those without it or with another one,
 * until the till reports: the right code wins. A repeat of the same claim answers it again. No address is opened.
 * Errors: 05 a text that is no document (`receipt_unreadable`), a note or a voided sale
 * (`receipt_no_sale`), a date outside of the last 30 days (`receipt_date`), other data than the station's
 * (`receipt_differs`), a document that was claimed (`receipt_claimed`) or whose points were given
 * (`receipt_credited`), and a loyalty that is unknown, ended or another user's.
 */
export const claimPurchase = defineCall('loyalty', 'claimPurchase', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of the loyalty that gets the points. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** The text of the QR code of the receipt; empty when `receipt` is given. */
    qr: withDefault(z.string(QR).check(z.maxLength(500, QR)), ''),
    /** What is printed on the receipt; null or left out when `qr` is given. */
    receipt: z.nullish(Receipt),
  }),
  response: () => ({ claim: PurchaseClaim }),
})
