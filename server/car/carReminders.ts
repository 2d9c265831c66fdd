import { carReminders } from '#contract/car/carReminders.ts'
import { remindersOfCars } from '#server/car/remindersOfCars.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(carReminders, async ({ db, now }, _fields, { personId }) => ({
  reminders: await remindersOfCars(db, personId, now()),
}))
