import { endChangesSince, setEmail, stoppableChange } from '#db/accounts/emailChanges.ts'
import { type PersonRow, setPassword } from '#db/accounts/people.ts'
import { lockPerson, retryOnUniqueViolation } from '#db/accounts/registrations.ts'
import { takeBackWrongCodes } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { type Db, inTransaction } from '#db/core/connection.ts'
import {
  type AccountsByCode,
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
 * address again, with a new password, and all its sessions end. Later changes of the email and
 * of the bank account end with it.
 * @param notify runs in the transaction of the change
 * @returns false when the code is of no such link
 */
export async function undoEmailChange(
  context: Context,
  { user, code, passwordHash }: { user: string; code: string; passwordHash: string },
  notify: (tx: Db, person: PersonRow) => Promise<void>,
): Promise<boolean> {
  const { db, now } = context
  if (!TOKEN.test(code)) return false
  const found = await stoppableChange(db, user, sha256(code), now())
  if (!found) return false
  const { personId, oldEmail } = found
  return await retryOnUniqueViolation(() =>
    inTransaction(db, async (tx) => {
      const person = await lockPerson(tx, personId)
      // Read again under the lock: a concurrent copy of the request may have used the link.
      const change = person && (await stoppableChange(tx, user, sha256(code), now()))
      if (!change) return false
      await endChangesSince(tx, change, now())
      if (!(await setEmail(tx, personId, oldEmail, now())))
        throw refuse(
          'Ese correo ya tiene otra cuenta. Escribinos para recuperar la tuya.',
          'email_taken',
        )
      const restored = await undoBankChanges(tx, change, now())
      await setPassword(tx, personId, passwordHash)
      await takeBackWrongCodes(tx, personId, 'onceUntilRightCode')
      await revokeSessionsOf(tx, personId, now())
      await notify(tx, { ...person, email: oldEmail })
      await auditBankAccounts(tx, { personId, now: now() }, 'undoBankAccount', restored)
      await appendAuditEntry(tx, {
        actorId: personId,
        action: 'undoEmailChange',
        detail: { confirmed: change.confirmedAt !== null },
        at: now(),
      })
      return true
    }),
  )
}

/**
 * Undoes the changes of the bank account since the email changed: the links that undo them went to the
 * new address.
 */
async function undoBankChanges(
  tx: Db,
  { personId, confirmedAt }: { personId: string; confirmedAt: Date | null },
  now: Date,
): Promise<AccountsByCode> {
  const number = confirmedAt && (await firstChangeSince(tx, personId, confirmedAt))
  return number === null ? {} : await undoBankAccountChanges(tx, { personId, number, now })
}
