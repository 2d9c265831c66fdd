import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Car } from '#contract/entities/car/logEntry.ts'
import { USER } from '#contract/roles.ts'

/** The caller's cars, the one with the most entries first, and the purchases whose car is not known. */
export const cars = defineCall('car', 'cars', {
  access: [USER],
  response: () => ({ cars: z.array(Car) }),
})
