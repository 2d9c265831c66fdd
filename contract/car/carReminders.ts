import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { CarReminder } from '#contract/entities/car/reminder.ts'
import { USER } from '#contract/roles.ts'

/** The reminders of the caller's cars, the next one first. */
export const carReminders = defineCall('car', 'carReminders', {
  access: [USER],
  response: () => ({ reminders: z.array(CarReminder) }),
})
