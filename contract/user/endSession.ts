import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'

/**
 * Ends one of the caller's other sessions, or all of them when no session is named. This session goes
 * on; `logout` ends it.
 * Errors: 05 a session that does not exist, is another person's, or is this one.
 */
export const endSession = defineCall('user', 'endSession', {
  access: 'signedIn',
  changes: true,
  request: () => ({
    /** A `sessionId` of `sessions`; empty: all but this one. */
    sessionId: withDefault(opaqueCode(40, 'Elegí una sesión de la lista.'), ''),
  }),
})
