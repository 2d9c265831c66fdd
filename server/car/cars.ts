import { cars } from '#contract/car/cars.ts'
import { importsOf } from '#db/car/carImports.ts'
import { carsOf } from '#db/car/carLog.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(cars, async ({ db }, _fields, { personId }) => ({
  cars: await carsOf(db, personId),
  imports: await importsOf(db, personId),
}))
