import { defineCall } from '#contract/call.ts'

/** Ends the caller's session; the client deletes its token after the answer. */
export const logout = defineCall('user', 'logout', {
  access: 'signedIn',
  beforeSecondFactor: true,
})
