import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { reminderFields } from '#contract/entities/car/reminder.ts'
import { USER } from '#contract/roles.ts'

/**
 * Adds or changes a reminder of a car. The caller is notified two weeks or 500 km before, and when it is due.
 * Errors: 05 a reminder that is unknown or another user's; without a date and an odometer, or a new date in
 * the past (`reminder_date`); an odometer that the car has reached, or none where it repeats by kilometres
 * (`reminder_odometer`); 100 reminders (`car_reminders_full`).
 */
export const saveCarReminder = defineCall('car', 'saveCarReminder', {
  access: [USER],
  changes: true,
  request: reminderFields,
  /** Id of the reminder. */
  response: () => ({ reminderId: z.string() }),
})
