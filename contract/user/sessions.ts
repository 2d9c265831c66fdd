import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** A session of the caller. Where it was opened is not stored. */
export const AccountSession = lazyObject(() => ({
  /** Id of the session, as `endSession` takes it; opaque. */
  sessionId: z.string(),
  /** Platform of the login: `a` Android, `i` iOS, `b` browser; empty for a login before 2026-11. */
  platform: z.enum(['a', 'i', 'b', '']),
  /** Browser and system, or the model of a phone; empty when the login did not tell. */
  device: z.string(),
  /** When the session was opened, `yyyyMMddHHmmss` in Montevideo. */
  since: Stamp,
  /** When it was last used, to the hour, `yyyyMMddHHmmss` in Montevideo. */
  lastUse: Stamp,
  current: z.boolean(),
}))
export type AccountSession = z.infer<typeof AccountSession>

/** The caller's sessions in force, this one first, then the last used. */
export const sessions = defineCall('user', 'sessions', {
  access: 'signedIn',
  response: () => ({
    /** The caller's sessions in force, this one first. */
    sessions: z.array(AccountSession),
  }),
})
