import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Promotion } from '#contract/entities/promotion.ts'

/**
 * The network's promotions in force today in Montevideo that the caller may use, newest first. One of a
 * programme is answered only to those who hold a loyalty of it; one without a programme to every caller,
 * whenever they registered.
 */
export const promotions = defineCall('info', 'promotions', {
  access: 'signedIn',
  response: () => ({
    /** The promotions, newest first. */
    promotions: z.array(Promotion),
  }),
})
