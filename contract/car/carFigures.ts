import { defineCall } from '#contract/call.ts'
import { CarFigures } from '#contract/entities/car/carFigures.ts'
import { typedFuelFields } from '#contract/entities/car/logEntry.ts'
import { period } from '#contract/entities/period.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * The figures of one of the caller's cars in a period, from `carLog`.
 * Errors: 05 a period that ends before it begins, or a trip that does.
 */
export const carFigures = defineCall('car', 'carFigures', {
  access: [USER],
  request: () => ({
    /** Plate as `cars` answers it. */
    plate: opaqueCode(20, 'Elegí un auto.'),
    ...period(),
    /** The odometer at the beginning of a trip, in kilometres; left out without one. */
    tripFrom: typedFuelFields().odometer,
    /** The odometer at its end. */
    tripTo: typedFuelFields().odometer,
  }),
  response: () => ({ figures: CarFigures }),
})
