import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { inTransaction } from '#db/connection.ts'
import { confirmedFactor, keepFactor } from '#db/accounts/secondFactors.ts'
import { factorUri, newSecret, sealSecret } from '#server/auth/totp.ts'
import { refuse, serve } from '#server/http/defineHandler.ts'
import { holdOwn, ownAccount } from '#server/auth/reauthenticate.ts'

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
