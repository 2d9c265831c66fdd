import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { CarImport } from '#contract/entities/car/carFile.ts'
import { Car } from '#contract/entities/car/logEntry.ts'
import { USER } from '#contract/roles.ts'

/**
 * The caller's cars, the one with the most entries first, and the purchases whose car is not known; and the
 * imports that can be undone, the one with the newest entry first.
 */
export const cars = defineCall('car', 'cars', {
  access: [USER],
  response: () => ({ cars: z.array(Car), imports: z.array(CarImport) }),
})
