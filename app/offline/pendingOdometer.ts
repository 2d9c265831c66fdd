import * as z from 'zod/mini'
import type { Kind } from '#app/offline/pendingCall.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

const OdometerFields = lazyObject(() => ({
  rrn: z.string(),
  plate: z.string(),
  odometer: z.nullable(z.int()),
  full: z.boolean(),
  missed: z.boolean(),
  note: z.string(),
  confirmed: z.boolean(),
}))
export type OdometerFields = z.infer<typeof OdometerFields>

/** What a driver adds to a purchase, also at the pump without a network: it takes the place of what was there. */
export const ODOMETER: Kind<OdometerFields> = {
  name: 'unsentOdometer',
  schema: OdometerFields,
  // No screen needs its contract to be drawn.
  send: async (call, fields) => {
    const { saveCarPurchase } = await import('#contract/car/saveCarPurchase.ts')
    return await call(saveCarPurchase, fields)
  },
  changes: ['cars', 'carLog', 'carFigures', 'carReminders'],
}
