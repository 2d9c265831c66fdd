import { DENIED } from '#contract/codes.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { inTransaction } from '#db/open.ts'
import { confirmedFactor, keepFactor } from '#db/secondFactors.ts'
import { factorUri, newSecret, sealSecret } from '#server/secondFactor.ts'
import { refuse, serve } from '#server/serve.ts'
import { holdOwn, ownAccount } from '#server/user/ownAccount.ts'

export default serve(enrolSecondFactor, async (context, { password }, caller) => {
  const { db } = context
  const person = await ownAccount(context, caller, password)
  const secret = newSecret(context)
  await inTransaction(db, async (tx) => {
    await holdOwn(context, tx, caller)
    if (!caller.secondFactor && (await confirmedFactor(tx, person.id)))
      throw refuse(DENIED, 'Para cambiar tu segundo factor, ingresá primero con el que tenés.')
    await keepFactor(tx, person.id, sealSecret(context, secret))
  })
  return { secret, uri: factorUri(person.email, secret) }
})
