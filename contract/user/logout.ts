import { service } from '#contract/service.ts'

/** Ends the session at the server; the app forgets its own half after the answer. */
export const logout = service({
  group: 'user',
  name: 'logout',
  access: 'signedIn',
  request: {},
  response: {},
})
