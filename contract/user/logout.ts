import { service } from '#contract/service.ts'

/** Ends the caller's session; the client deletes its token after the answer. */
export const logout = service({
  group: 'user',
  name: 'logout',
  access: 'signedIn',
  beforeSecondFactor: true,
  request: {},
  response: {},
})
