import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { monthsLater } from '#contract/entities/loyalty.ts'
import { deleteReminder, remindersOf, writeReminder } from '#db/car/carReminders.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { readingsOf } from '#server/car/remindersOfCars.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(finishCarReminder, async (context, { reminderId, again }, caller) => {
  await inOwnTransaction(context, caller, async (tx) => {
    const own = await remindersOf(tx, caller.personId)
    const reminder = own.find(({ id }) => id === reminderId)
    if (!reminder) throw notFound()
    const { plate, everyMonths, everyKm } = reminder
    if (!again || !(everyMonths || everyKm)) return await deleteReminder(tx, reminderId)
    const reading = (await readingsOf(tx, caller.personId, context.now())).get(plate)
    const from = reading?.odometer ?? reminder.dueOdometer ?? 0
    await writeReminder(tx, {
      ...reminder,
      dueDate: everyMonths === null ? null : monthsLater(context.now(), everyMonths),
      // The largest odometer that is typed.
      dueOdometer: everyKm && Math.min(from + everyKm, 9_999_999),
    })
  })
  return {}
})
