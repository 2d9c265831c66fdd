import type { PersonRow } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import {
  type AccountsByCode,
  auditBankAccounts,
  bankAccountChangeOf,
  undoBankAccountChanges,
} from '#db/loyalty/bankAccountChanges.ts'
import { TOKEN } from '#server/auth/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

const UNDONE =
  'Ese enlace ya se usó, y la cuenta bancaria volvió a ser la de antes. Si te falta la contraseña, pedí un código.'
const EXPIRED =
  'Ese enlace ya venció: servía por 7 días. Pedí un código para cambiar tu contraseña, y después revisá tu cuenta bancaria en Mis Datos.'

/**
 * Undoes a change of the bank account by the link of the email that reported it: the loyalties have
 * their earlier account again, and later changes end with it. The link's 256 bits name the change
 * alone, so that it works after a change of email too.
 * @param resetAccess runs in the transaction of the change
 * @returns false when the code is of no such link
 * @throws DENIED when the change is undone already, or too old
 */
export async function undoBankAccountChange(
  context: Context,
  code: string,
  resetAccess: (tx: Db, person: PersonRow, restored: AccountsByCode) => Promise<void>,
): Promise<boolean> {
  if (!TOKEN.test(code)) return false
  const { db } = context
  const now = context.now()
  const found = await bankAccountChangeOf(db, sha256(code))
  if (!found) return false
  return await inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, found.personId)
    // Read again under the lock: a concurrent copy of the request may have used the link.
    const change = person && (await bankAccountChangeOf(tx, sha256(code)))
    if (!change) return false
    if (change.endedAt) throw refuse(UNDONE, 'link_used')
    if (change.expiresAt <= now) throw refuse(EXPIRED, 'link_expired')
    const { personId, number } = change
    const restored = await undoBankAccountChanges(tx, { personId, number, now })
    await resetAccess(tx, person, restored)
    await auditBankAccounts(tx, { personId, now }, 'undoBankAccount', restored)
    return true
  })
}
