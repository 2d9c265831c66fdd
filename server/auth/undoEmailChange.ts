import { endChangesSince, setEmail, stoppableChange } from '#db/accounts/emailChanges.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { lockPerson, retryOnUniqueViolation } from '#db/accounts/registrations.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import {
  auditBankAccounts,
  firstChangeSince,
  undoBankAccountChanges,
} from '#db/loyalty/bankAccountChanges.ts'
import { TOKEN } from '#server/auth/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * Stops or undoes a change of email by the link that its old address got: the account has that
 * address again. Later changes of the email and of the bank account end with it.
 * @param resetAccess runs in the transaction of the change
 * @returns false when the code is of no such link
 */
export async function undoEmailChange(
  context: Context,
  { user, code }: { user: string; code: string },
  resetAccess: (tx: Db, person: PersonRow) => Promise<void>,
): Promise<boolean> {
  if (!TOKEN.test(code)) return false
  const { db } = context
  const now = context.now()
  const found = await stoppableChange(db, user, sha256(code), now)
  if (!found) return false
  const { personId, oldEmail } = found
  return await retryOnUniqueViolation(() =>
    inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, personId)
      // Read again under the lock: a concurrent copy of the request may have used the link.
      const change = person && (await stoppableChange(tx, user, sha256(code), now))
      if (!change) return false
      const { confirmedAt } = change
      await endChangesSince(tx, change, now)
      if (!(await setEmail(tx, personId, oldEmail, now)))
        throw refuse(
          'Ese correo ya tiene otra cuenta. Escribinos para recuperar la tuya.',
          'email_taken',
        )
      // The links that undo later changes of the bank account went to the new address.
      const number = confirmedAt && (await firstChangeSince(tx, personId, confirmedAt))
      const restored =
        number === null ? {} : await undoBankAccountChanges(tx, { personId, number, now })
      await resetAccess(tx, { ...person, email: oldEmail })
      await auditBankAccounts(tx, { personId, now }, 'undoBankAccount', restored)
      await appendAuditEntry(tx, {
        actorId: personId,
        action: 'undoEmailChange',
        detail: { confirmed: confirmedAt !== null },
        at: now,
      })
      return true
    }),
  )
}
