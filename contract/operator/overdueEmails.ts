import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/**
 * Whether the caller is told by email of what has waited too long for an operator, as it is after the call:
 * exceptions and messages, tills without a signal and, to an administrator, proposals. Nothing is told until
 * it is asked for, and each thing once.
 */
export const overdueEmails = defineCall('operator', 'overdueEmails', {
  access: [PETROBRAS, ADMINISTRADOR],
  request: () => ({
    /** Turns the emails on or off; left out: nothing changes. */
    wanted: z.optional(z.boolean('Decinos si querés recibirlos o no.')),
  }),
  response: () => ({
    /** Whether the caller gets them. */
    wanted: z.boolean(),
    /** Hours after which something is told. */
    hours: z.object({
      /** Of exceptions and messages. */
      waiting: z.int(),
      /** Of proposals that wait for a second person. */
      proposals: z.int(),
      /** Of a till without a signal. */
      tills: z.int(),
    }),
  }),
})
