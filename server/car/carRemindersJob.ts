import { shortDate, toDate } from '#contract/dates.ts'
import { type CarReminder, REMINDER_KINDS } from '#contract/entities/car/reminder.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { remindedPersons } from '#db/car/carReminders.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { isWarningHour } from '#db/loyalty/expirations.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import type { PushQueue } from '#db/messaging/pushJobs.ts'
import { grouped } from '#server/car/askOfOdometer.ts'
import { dayNumber } from '#server/car/figuresOf.ts'
import { remindersOfCars } from '#server/car/remindersOfCars.ts'
import type { Job } from '#server/jobs/job.ts'

/** Notifies drivers of the reminders of their cars: at 09:47 in Montevideo, and two minutes after a start. */
export const carRemindersJob: Job = {
  queue: 'car_reminders',
  schedule: { cron: '47 12 * * *', secondsAfterStart: 120 },
  run: async ({ db, now, jobs }, _data, signal) => await remindOfCars(db, now(), { jobs, signal }),
}

/**
 * Notifies drivers before a reminder is due, and when it is, once for each date and odometer. Safe to repeat,
 * and with two servers at once. The lock on the person serialises it with the deletion of the account.
 */
export async function remindOfCars(
  db: Db,
  now: Date,
  { signal, ...queue }: PushQueue & { signal?: AbortSignal },
): Promise<void> {
  if (!isWarningHour(now)) return
  for (const personId of await remindedPersons(db)) {
    if (signal?.aborted) return
    await inTransaction(db, async (tx) => {
      if (!(await lockPerson(tx, personId))) return
      for (const reminder of await remindersOfCars(tx, personId, now)) {
        const { reminderId, plate, state, dueDate, dueOdometer } = reminder
        if (state === 'later') continue
        await insertNotification(queue, tx, {
          personId,
          event: `car reminder ${reminderId} ${state} of ${dueDate} ${dueOdometer}`,
          type: NOTIFICATION_TYPES.General,
          at: now,
          title: `Recordatorio de tu auto ${plate}`,
          text: textOf(reminder, now),
          url: `/#/listLoyaltyMovements?car=${plate}`,
        })
      }
    })
  }
}

/** `Service. Toca el 07/09/2026, o a los 60.000 km: según tu libreta, dentro de unos 12 días.` */
function textOf({ kind, note, dueDate, dueOdometer, expected }: CarReminder, now: Date): string {
  const when = [
    dueDate && `el ${shortDate(dueDate)}`,
    dueOdometer && `a los ${grouped(dueOdometer)} km`,
  ]
  const what = `${REMINDER_KINDS[kind]}${note && `: ${note}`}. Toca ${when.filter(Boolean).join(', o ')}`
  if (expected === null) return `${what}: falta poco.`
  const days = dayNumber(expected) - dayNumber(toDate(now))
  if (expected === dueDate)
    return `${what}: ${days > 1 ? `faltan ${days} días` : days === 1 ? 'mañana' : days === 0 ? 'es hoy' : 'ya pasó'}.`
  const left = days > 1 ? `dentro de unos ${days} días` : days === 1 ? 'mañana' : 'ya llegaste'
  return `${what}: según tu libreta, ${left}.`
}
