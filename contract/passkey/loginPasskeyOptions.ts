import { RequestOptions } from '#contract/entities/passkey.ts'
import { service } from '#contract/service.ts'

/**
 * What the browser needs to sign in with a passkey by `loginPasskey`, once and within five minutes. It
 * names no account: the person chooses among the passkeys of the device.
 */
export const loginPasskeyOptions = service({
  group: 'passkey',
  name: 'loginPasskeyOptions',
  access: 'open',
  request: {},
  response: { options: RequestOptions },
})
