import * as z from 'zod/mini'
import { Debt } from '#contract/entities/debt.ts'
import { USER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'

/** Payment channels by their number on the wire. */
export const CHANNELS = { Ecommerce: 1, Geopay: 2, Itd: 3 } as const

const CHANNEL = 'Decinos por qué canal: 1 (Ecommerce), 2 (Geopay) o 3 (Itd).'

/** What the caller owes and has not paid, oldest due first, and where it can be paid by card. */
export const getDebts = service({
  group: 'payments',
  name: 'getDebts',
  access: [USER],
  request: {
    /** A channel's number, as text or number. */
    type: z.union(
      [
        z.string().check(z.regex(/^[1-3]$/, CHANNEL)),
        z.int().check(z.gte(1, CHANNEL), z.lte(3, CHANNEL)),
      ],
      CHANNEL,
    ),
  },
  response: {
    debts: z.array(Debt),
    /** Where and as whom to pay: what `getGEOPayAccessToken` wants to hear again. */
    geopay: z.object({ netId: z.string(), merchantId: z.string(), pageUrl: z.string() }),
  },
})
