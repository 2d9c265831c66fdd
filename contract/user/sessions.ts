import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** A session of the caller. Where it was opened is not stored. */
export const AccountSession = z.object({
  sessionId: z.string(),
  /** The platform letter of its login's version; empty for a login before 2026-11. */
  platform: z.enum(['a', 'i', 'b', '']),
  /** Browser and system, or the model of a phone; empty when the login did not tell. */
  device: z.string(),
  since: Stamp,
  /** When it was last used, to the hour. */
  lastUse: Stamp,
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

/** The caller's sessions in force, this one first, then the last used. */
export const sessions = defineCall('user', 'sessions', {
  access: 'signedIn',
  response: { sessions: z.array(AccountSession) },
})
