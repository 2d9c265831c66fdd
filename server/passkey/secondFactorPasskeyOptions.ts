import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { passkeysOf } from '#db/accounts/passkeys.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { requestOptions } from '#server/passkey/passkeyOptions.ts'

export default defineHandler(secondFactorPasskeyOptions, async (context, _fields, caller) => {
  const { personId, sessionHash } = caller
  const passkeys = await passkeysOf(context.db, personId)
  const scope = { purpose: 'secondFactor', sessionHash } as const
  return {
    options: await requestOptions(context, scope, passkeys),
    passkey: passkeys.length > 0,
    code: (await confirmedFactor(context.db, personId)) !== undefined,
  }
})
