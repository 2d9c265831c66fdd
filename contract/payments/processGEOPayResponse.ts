import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Payment } from '#contract/entities/payment.ts'
import { USER } from '#contract/roles.ts'

const RETURN = 'Mandanos la respuesta de la pasarela, tal como la trajo el navegador.'

/**
 * Hands over the gateway's return that the browser carried, and answers the resulting payment. The
 * return proves nothing: the server checks its signature and then queries the gateway. A repeat
 * answers the same payment without further effects.
 * Errors: 05 a return that is malformed, wrongly signed, or of an unknown or another user's attempt; an
 * attempt that expired without a charge.
 */
export const processGEOPayResponse = defineCall('payments', 'processGEOPayResponse', {
  access: [USER],
  changes: true,
  // A return of 16 KiB, which is what the server takes from the browser, with its quotes escaped.
  maxBody: 64 * 1024,
  request: () => ({
    /** The form field `data` of the gateway's return, as JSON text or parsed. */
    geopayResponse: z.union(
      [z.string().check(z.maxLength(16_384, RETURN)), z.record(z.string(), z.unknown())],
      RETURN,
    ),
  }),
  response: () => ({ payment: Payment }),
})
