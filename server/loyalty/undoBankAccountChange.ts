import { type PersonRow, setPassword } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { type Db, inTransaction } from '#db/core/connection.ts'
import {
  type AccountsByCode,
  auditBankAccounts,
  bankAccountChangeOf,
  undoBankAccountChanges,
} from '#db/loyalty/bankAccountChanges.ts'
import { countGuess, delayKey } from '#server/auth/loginDelay.ts'
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
 * their earlier account again, the account gets a new password, and all its sessions end. Later
 * changes end with it. The link's 256 bits name the change alone, so that it works after a change of
 * email too.
 * @param notify runs in the transaction of the change
 * @returns false when the code is of no such link
 * @throws DENIED when the change is undone already, or too old
 */
export async function undoBankAccountChange(
  context: Context,
  { code, passwordHash }: { code: string; passwordHash: string },
  notify: (tx: Db, person: PersonRow, restored: AccountsByCode) => Promise<void>,
): Promise<boolean> {
  const { db } = context
  const now = context.now()
  if (!TOKEN.test(code)) return false
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
    await setPassword(tx, personId, passwordHash)
    await revokeSessionsOf(tx, personId, now)
    await countGuess({ db: tx, now: context.now }, delayKey('password', person.email), true)
    await notify(tx, person, restored)
    await auditBankAccounts(tx, { personId, now }, 'undoBankAccount', restored)
    return true
  })
}
