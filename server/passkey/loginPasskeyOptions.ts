import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { requestOptions } from '#server/passkey/passkeyOptions.ts'

export default defineHandler(loginPasskeyOptions, async (context) => ({
  options: await requestOptions(context, { purpose: 'login' }, []),
}))
