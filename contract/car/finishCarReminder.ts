import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Ends a reminder: what it is about is done. One that repeats comes back, counted from today and from the
 * newest odometer of the car; any other is removed.
 * Errors: 05 one that is unknown, removed or another user's.
 */
export const finishCarReminder = defineCall('car', 'finishCarReminder', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Id of the reminder, as `carReminders` answers it. */
    reminderId: opaqueCode(40, 'Elegí un recordatorio de la lista.'),
    /** False removes it although it repeats. */
    again: withDefault(z.boolean('Respondé sí o no.'), true),
  }),
})
