import { defineCall } from '#contract/call.ts'
import { RequestOptions } from '#contract/entities/passkey.ts'

/**
 * The options of `navigator.credentials.get()` for `loginPasskey`, valid once and for five minutes. They
 * name no account: the person chooses among the passkeys of the device.
 */
export const loginPasskeyOptions = defineCall({
  group: 'passkey',
  name: 'loginPasskeyOptions',
  access: 'open',
  request: {},
  response: { options: RequestOptions },
})
