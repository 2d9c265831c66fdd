import { removePasskeysOf } from '#db/accounts/passkeys.ts'
import { type PersonRow, rolesOf } from '#db/accounts/people.ts'
import type { Db } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Context } from '#server/context.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import type { CallingDevice } from '#server/mail/securityEmail.ts'
import { reportPasskeys } from '#server/passkey/passkeyReports.ts'

/**
 * Removes the passkeys of a driver whose password is reset by email, and tells them: one that a
 * thief added must not outlive the way back into the account. Those of an operator stay, because
 * they are the second factor, which access to the mailbox must not remove
 * (docs/decisions/0009-accounts.md). The caller holds the lock on the person's row.
 */
export async function resetPasskeys(
  context: Context,
  tx: Db,
  person: PersonRow,
  caller: CallingDevice,
): Promise<void> {
  if (isOperator(await rolesOf(tx, person.id))) return
  if ((await removePasskeysOf(tx, person.id)) === 0) return
  const id = uuidFrom(context.random(16))
  await reportPasskeys(context, tx, { person, caller }, 'passkeys reset', id)
}
