import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

const LIMIT = 'El límite va de 0 a 10.000 litros y de 0 a $ 10.000.000; 0 lo quita.'
const limit = (most: number) => z.int(LIMIT).check(z.gte(0, LIMIT), z.lte(most, LIMIT))

/**
 * Sets the limit of a company's vehicle for each month. It stops no sale: the holder is notified when the
 * vehicle has reached 80 % of it, and when it has reached all of it.
 * Errors: 05 a vehicle that is unknown, removed or another user's, or a loyalty without a RUT.
 */
export const setVehicleLimit = defineCall('loyalty', 'setVehicleLimit', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Code of the loyalty with the RUT. */
    loyaltyCode: opaqueCode(40, 'Elegí una afiliación.'),
    /** Id of a vehicle of it. */
    vehicleId: z.string('Elegí un vehículo.').check(z.maxLength(40, 'Elegí un vehículo.')),
    /** Millilitres a month; 0 for no limit. */
    millilitres: limit(10_000_000),
    /** Cents of peso a month; 0 for no limit. */
    amount: limit(1_000_000_000),
  }),
})
