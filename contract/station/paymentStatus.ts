import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { PaymentRequestState, TillPayment } from '#contract/entities/paymentRequest.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { TillCode } from '#contract/fields/tillCode.ts'

/** For how long the answer is held back at most, in seconds. */
const MAX_WAIT_S = 25

const WAIT = `La espera va de 0 a ${MAX_WAIT_S} segundos.`

/**
 * The state of a payment request. While it is the state that the till names as `known`, the answer is
 * held back for up to `wait` seconds, and comes within 2 seconds of a change. A state other than
 * `waiting` that is named as `known` counts as acknowledged: `heartbeat` tells it no more.
 * Errors: 05 `not_found` the terminal has no such request; HTTP 429.
 */
export const paymentStatus = defineCall('station', 'paymentStatus', {
  access: 'terminal',
  isHeld: true,
  request: () => ({
    /** The till's reference. */
    reference: TillCode,
    /** The state that the till has stored; `waiting` when it is left out. */
    known: withDefault(PaymentRequestState, 'waiting'),
    /** Seconds to wait for another state, 0 to 25; 0 when it is left out: the answer comes at once. */
    wait: withDefault(z.int(WAIT).check(z.gte(0, WAIT), z.lte(MAX_WAIT_S, WAIT)), 0),
  }),
  response: () => ({ payment: TillPayment }),
})
