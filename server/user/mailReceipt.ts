import { HOUR_MS } from '#contract/dates.ts'
import { wasCharged } from '#contract/entities/payment.ts'
import { type Receipt, receiptOfMovement, receiptOfPayment } from '#contract/entities/receipt.ts'
import { mailReceipt } from '#contract/user/mailReceipt.ts'
import type { Db } from '#db/core/db.ts'
import { ownMovement } from '#db/loyalty/movements.ts'
import { ownAttemptById } from '#db/payments/attempts.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'
import { RECEIPT } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'
import { toPayments } from '#server/payments/toPayment.ts'
import { shortened } from '#server/user/shortenedEmail.ts'

const RECEIPTS: Limit = { name: 'receipt', by: 'person', points: 10, per: HOUR_MS, taken: 'within' }

export default defineHandler(
  mailReceipt,
  async (context, { kind, reference }, caller) => {
    const { db, config } = context
    const read = kind === 'payment' ? receiptOfOwnPayment : receiptOfOwnMovement
    const { title, notice, when, facts, lines, totals } = await read(db, caller.personId, reference)
    return await inOwnTransaction(context, caller, async (tx, { email }) => {
      const template = { ...RECEIPT, subject: title }
      await take(context, caller, RECEIPTS)
      await queueEmail(context, tx, template, {
        recipient: email,
        // The person may ask for a receipt again.
        event: `receipt ${context.random(16).toString('hex')}`,
        values: {
          summary: notice || `Este es tu comprobante del ${when}.`,
          link: `${config.publicUrl}/#/`,
        },
        facts: [...facts, ...lines, ...totals],
      })
      return { sentTo: shortened(email) }
    })
  },
  [RECEIPTS],
)

async function receiptOfOwnPayment(db: Db, personId: string, id: string): Promise<Receipt> {
  const attempt = await ownAttemptById(db, personId, id)
  if (!attempt) throw notFound()
  const [payment] = await toPayments(db, [attempt])
  if (!payment) throw notFound()
  if (wasCharged(payment.state)) return receiptOfPayment(payment, RECEIPT_FORMATS)
  throw payment.state === 'REJECTED'
    ? refuse('Este pago no se cobró, así que no tiene comprobante.')
    : refuse('Todavía estamos confirmando este pago: el comprobante sale cuando termine.')
}

async function receiptOfOwnMovement(db: Db, personId: string, rrn: string): Promise<Receipt> {
  const movement = await ownMovement(db, personId, rrn)
  if (!movement) throw notFound()
  return receiptOfMovement(movement, RECEIPT_FORMATS)
}
