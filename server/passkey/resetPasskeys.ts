import { removePasskeysOf } from '#db/accounts/passkeys.ts'
import { type PersonRow, rolesOf } from '#db/accounts/people.ts'
import type { Db } from '#db/core/connection.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import { reportReset } from '#server/passkey/passkeyReports.ts'

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
  caller: Pick<AnonymousCaller, 'header' | 'userAgent'>,
): Promise<void> {
  if (isOperator(await rolesOf(tx, person.id))) return
  if ((await removePasskeysOf(tx, person.id)) > 0) await reportReset(context, tx, person, caller)
}
