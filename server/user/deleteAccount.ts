import { DENIED } from '#contract/codes.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { forgetPerson } from '#db/forgetPerson.ts'
import { inTransaction } from '#db/open.ts'
import { refuse, serve } from '#server/serve.ts'
import { guessAccountsOf } from '#server/user/guessAccounts.ts'
import { holdOwn, ownAccount } from '#server/user/ownAccount.ts'

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
