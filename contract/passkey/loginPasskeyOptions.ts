import { defineCall } from '#contract/call.ts'
import { RequestOptions } from '#contract/entities/passkey.ts'

/**
 * What the browser needs to sign in with a passkey by `loginPasskey`, once and within five minutes. It
 * names no account: the person chooses among the passkeys of the device.
 */
export const loginPasskeyOptions = defineCall({
  group: 'passkey',
  name: 'loginPasskeyOptions',
  access: 'open',
  request: {},
  response: { options: RequestOptions },
})
