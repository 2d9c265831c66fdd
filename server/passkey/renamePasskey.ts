import { renamePasskey } from '#contract/passkey/renamePasskey.ts'
import { renamePasskeyOf } from '#db/accounts/passkeys.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound } from '#server/http/errors.ts'

export default defineHandler(renamePasskey, async ({ db }, { passkeyId, name }, { personId }) => {
  if (!(await renamePasskeyOf(db, personId, passkeyId, name))) throw notFound()
  return {}
})
