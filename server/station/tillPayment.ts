import { toStamp } from '#contract/dates.ts'
import { requestQr, type TillPayment } from '#contract/entities/paymentRequest.ts'
import type { Db } from '#db/core/db.ts'
import { attemptById } from '#db/payments/attempts.ts'
import type { PaymentRequestRow } from '#db/payments/paymentRequests.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'

/** A request as its till sees it, with the charge that paid it. */
export async function toTillPayment(
  db: Db,
  { config }: Pick<Context, 'config'>,
  request: PaymentRequestRow,
): Promise<TillPayment> {
  const { reference, state, code, expiresAt, amount, currency, rrn, settledAt, reason } = request
  const charge = request.attemptId === null ? null : await attemptById(db, request.attemptId)
  return {
    reference,
    state,
    code,
    qr: requestQr(config.publicUrl, code),
    expiresAt: toStamp(expiresAt),
    amount,
    currency,
    rrn,
    ...(settledAt && { settledAt: toStamp(settledAt) }),
    ...(charge && {
      charge: {
        payment: charge.id,
        authorizationCode: charge.authorizationCode,
        maskedCard: charge.maskedCard,
        paidAt: toStamp(request.paidAt ?? charge.createdAt),
        law: charge.law,
        refund: charge.refund,
      },
    }),
    reason,
  }
}

export const unknownReference = () =>
  refuse('Esta caja no pidió ningún cobro con esa referencia.', 'not_found')
