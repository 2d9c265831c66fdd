import { toStamp } from '#contract/dates.ts'
import type { PaymentRequest } from '#contract/entities/paymentRequest.ts'
import { HOSTED_PAGE } from '#contract/geopay.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { attemptById } from '#db/payments/attempts.ts'
import {
  type NamedRequest,
  payerOf,
  requestOfCode,
  requestsOfTerminal,
} from '#db/payments/paymentRequests.ts'
import { debtOfRequest, estimatedPoints } from '#db/payments/requestDebts.ts'
import type { Context } from '#server/context.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'

/** An open page asks every 3 seconds: on a phone, in another window, and on a second device. */
const QUESTIONS: Limit = {
  name: 'payment request opened',
  by: 'person',
  points: 150,
  per: 60 * 2_000,
  taken: 'before',
}
/** Codes and amounts of no request: with 50 random bits of a code none is guessed. */
const UNKNOWN: Limit = {
  name: 'unknown payment request',
  by: 'person',
  points: 20,
  per: 20 * 60_000,
  taken: 'within',
}

export default defineHandler(
  openPaymentRequest,
  async (context, { code, terminal, amount }, caller) => {
    const { db, config } = context
    const now = context.now()
    const found = code
      ? [await requestOfCode(db, code)]
      : await requestsOfTerminal(db, terminal, { amount, now })
    const [named] = found
    if (!named || found.length > 1) {
      await take(context, caller, UNKNOWN)
      throw refuse(
        named ? SEVERAL : code ? UNKNOWN_CODE : UNKNOWN_AMOUNT,
        'payment_request_unknown',
      )
    }
    const { netId, merchantId, pagesUrl } = config.gateway
    return {
      request: await toPaymentRequest(context, named, caller.personId),
      geopay: { netId, merchantId, pageUrl: pagesUrl + HOSTED_PAGE },
    }
  },
  [QUESTIONS, UNKNOWN],
)

const UNKNOWN_CODE = 'No encontramos ese cobro. Escaneá de nuevo el QR que muestra la caja.'
const UNKNOWN_AMOUNT =
  'Esa caja no está esperando un pago por ese importe. Revisá el código y el importe que muestra.'
const SEVERAL = 'Esa caja espera más de un pago por ese importe. Escaneá el QR que muestra.'

async function toPaymentRequest(
  { db, now }: Context,
  named: NamedRequest,
  personId: string,
): Promise<PaymentRequest> {
  const { request, terminalName } = named
  const { attemptId, expiresAt, createdAt } = request
  const debt = await debtOfRequest(db, named, personId, now())
  const payer =
    attemptId === null ? await payerOf(db, request.id) : (await attemptById(db, attemptId)).personId
  return {
    code: request.code,
    state: driverState(request, { now: now(), payer, personId }),
    isMine: payer === personId,
    expiresAt: toStamp(expiresAt),
    ticket: request.ticket,
    branchCode: request.branchCode,
    terminal: terminalName,
    lines: request.lines,
    points: await estimatedPoints(db, request, personId, createdAt),
    debt,
  }
}

function driverState(
  { state, expiresAt }: NamedRequest['request'],
  { now, payer, personId }: { now: Date; payer: string | undefined; personId: string },
): PaymentRequest['state'] {
  if (state === 'voiding') return 'paid'
  if (state !== 'waiting') return state
  if (expiresAt <= now) return 'expired'
  return payer === undefined ? 'waiting' : payer === personId ? 'paying' : 'taken'
}
