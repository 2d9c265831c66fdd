import { DENIED } from '#contract/responseCodes.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { forgetPerson } from '#db/accounts/eraseAccount.ts'
import { inTransaction } from '#db/connection.ts'
import { refuse, serve } from '#server/http/defineHandler.ts'
import { guessAccountsOf } from '#server/auth/throttleKeys.ts'
import { holdOwn, ownAccount } from '#server/auth/reauthenticate.ts'

export default serve(deleteAccount, async (context, { password }, caller) => {
  const { db, now } = context
  const person = await ownAccount(context, caller, password)
  const guessAccounts = guessAccountsOf(person)
  const done = await inTransaction(db, async (tx) => {
    await holdOwn(context, tx, caller)
    return await forgetPerson(tx, { personId: person.id, guessAccounts, now: now() })
  })
  if (done === 'paying')
    throw refuse(DENIED, 'Tenés un pago en curso. Esperá a que termine y probá de nuevo.')
  caller.bind(null)
  return {}
})
