import type { PdfContent } from '#app/features/export/pdfDocument.ts'
import { pdfTable } from '#app/features/export/pdfTable.ts'
import type { Movement } from '#contract/entities/movement.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { NOT_FISCAL, receiptOfMovement, receiptOfPayment } from '#contract/entities/receipt.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { litres, money, signedPoints } from '#kit/format/numbers.ts'

/** Of what a receipt is: a payment by card, or a purchase. */
export type Purchase =
  | { payment: Payment; movement?: undefined }
  | { movement: Movement; payment?: undefined }

/** @param address of the station; empty when it is not known */
export function receiptPdf(
  { payment, movement }: Purchase,
  address: string,
  createdAt: string,
): PdfContent {
  const formats = { money, litres, signedPoints, dateAndTime }
  const receipt = payment
    ? receiptOfPayment(payment, formats)
    : receiptOfMovement({ ...movement, address }, formats)
  const { title, when, notice, facts, lines, totals } = receipt
  return {
    title,
    subtitle: when,
    notice,
    facts,
    totals,
    tables: [
      pdfTable(
        'Detalle',
        [
          ['Concepto', ({ name }) => name, 'wide'],
          ['Importe', ({ value }) => value, 'figure'],
        ],
        lines,
        { last: ['Total', totals[0].value] },
      ),
    ],
    note: NOT_FISCAL,
    createdAt,
  }
}
