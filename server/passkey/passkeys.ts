import { passkeys } from '#contract/passkey/passkeys.ts'
import { passkeysOf } from '#db/accounts/passkeys.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { toPasskey } from '#server/passkey/toPasskey.ts'

export default defineHandler(passkeys, async ({ db }, _fields, { personId }) => ({
  passkeys: (await passkeysOf(db, personId)).map(toPasskey),
}))
