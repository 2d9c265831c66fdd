import { toStamp } from '#contract/dates.ts'
import type { Passkey } from '#contract/entities/passkey.ts'
import type { PasskeyRow } from '#db/accounts/passkeys.ts'

export const toPasskey = ({ id, name, createdAt, lastUsedAt, backedUp }: PasskeyRow): Passkey => ({
  passkeyId: id,
  name,
  since: toStamp(createdAt),
  lastUse: lastUsedAt ? toStamp(lastUsedAt) : '',
  synced: backedUp,
})
