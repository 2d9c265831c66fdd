import { saveCarReminder } from '#contract/car/saveCarReminder.ts'
import { toDate } from '#contract/dates.ts'
import { MAX_REMINDERS } from '#contract/entities/car/reminder.ts'
import { remindersOf, writeReminder } from '#db/car/carReminders.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { grouped } from '#server/car/askOfOdometer.ts'
import { readingsOf } from '#server/car/remindersOfCars.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(saveCarReminder, async (context, fields, caller) => {
  const { reminderId, dueDate = null, dueOdometer = null, ...typed } = fields
  const { everyMonths = null, everyKm = null } = typed
  const { personId } = caller
  const id = reminderId || uuidFrom(context.random(16))
  if (dueDate === null && dueOdometer === null)
    throw refuse('Escribí la fecha, los kilómetros o los dos.', 'reminder_date')
  if (everyKm !== null && dueOdometer === null)
    throw refuse('Para repetirlo así, escribí también a cuántos toca.', 'reminder_odometer')
  await inOwnTransaction(context, caller, async (tx) => {
    const own = await remindersOf(tx, personId)
    const before = own.find((one) => one.id === reminderId)
    if (reminderId !== '' && !before) throw notFound()
    if (!before && own.length >= MAX_REMINDERS)
      throw refuse('Ya tenés 100 recordatorios: borrá alguno.', 'car_reminders_full')
    if (dueDate !== null && dueDate !== before?.dueDate && dueDate < toDate(context.now()))
      throw refuse('Esa fecha ya pasó: escribí una de hoy en adelante.', 'reminder_date')
    const readings = await readingsOf(tx, personId, context.now())
    const { odometer = 0 } = readings.get(typed.plate) ?? {}
    if (dueOdometer !== null && dueOdometer !== before?.dueOdometer && dueOdometer <= odometer)
      throw refuse(`Ya tiene ${grouped(odometer)} km: escribí más que eso.`, 'reminder_odometer')
    await writeReminder(tx, { ...typed, id, personId, dueDate, dueOdometer, everyMonths, everyKm })
  })
  return { reminderId: id }
})
