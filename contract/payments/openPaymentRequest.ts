import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Geopay } from '#contract/entities/debt.ts'
import { PaymentRequest } from '#contract/entities/paymentRequest.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

const CODE = 'El código de ese cobro no es válido. Escaneá de nuevo el QR de la caja.'
const AMOUNT = 'Escribí el importe que muestra la caja, en pesos y centésimos.'

/**
 * A till's request to be paid, which the caller scanned, or typed by the code of the terminal and the
 * amount. It may be repeated: an open page asks again every few seconds.
 * Errors: 05 `payment_request_unknown` there is no such request, or more than one of the terminal waits
 * for this amount; HTTP 429.
 */
export const openPaymentRequest = defineCall('payments', 'openPaymentRequest', {
  access: [USER],
  request: () => ({
    /** The parameter `payment` of the QR; empty: by the terminal and the amount. */
    code: withDefault(opaqueCode(20, CODE), ''),
    /** Code that the till shows for itself (`terminalCode` of `heartbeat`); empty with `code`. */
    terminal: withDefault(opaqueCode(20, 'El código de la caja es como E012-3.'), ''),
    /** Total in cents, exactly as requested; 0 with `code`. */
    amount: withDefault(z.int(AMOUNT).check(z.gte(0, AMOUNT), z.lte(1_000_000_000, AMOUNT)), 0),
  }),
  response: () => ({
    request: PaymentRequest,
    /** Ids for `getGEOPayAccessToken`, and the address of the hosted payment page. */
    geopay: Geopay,
  }),
})
