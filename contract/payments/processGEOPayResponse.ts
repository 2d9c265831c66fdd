import * as z from 'zod/mini'
import { Payment } from '#contract/entities/payment.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

const RETURN = 'Mandanos la respuesta de la pasarela, tal como la trajo el navegador.'

/**
 * The gateway's return, as the browser brought it. It is proof of nothing: its signature is
 * checked, and then the gateway is asked. A repeat answers the same payment without effects.
 */
export const processGEOPayResponse = service({
  group: 'payments',
  name: 'processGEOPayResponse',
  access: [USER],
  changes: true,
  request: {
    /** The `data` field of the return: its JSON text, or the same parsed. */
    geopayResponse: z.union(
      [z.string().check(z.maxLength(32_768, RETURN)), z.record(z.string(), z.unknown())],
      RETURN,
    ),
  },
  response: { payment: Payment },
})
