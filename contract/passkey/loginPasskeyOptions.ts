import { defineCall } from '#contract/call.ts'
import { RequestOptions } from '#contract/entities/passkey.ts'

/**
 * The options of `navigator.credentials.get()` for `loginPasskey`, valid once and for five minutes. They
 * name no account: the person chooses among the passkeys of the device.
 */
export const loginPasskeyOptions = defineCall('passkey', 'loginPasskeyOptions', {
  access: 'open',
  response: () => ({ options: RequestOptions }),
})
