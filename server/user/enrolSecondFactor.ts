import { DENIED } from '#contract/codes.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { confirmedFactor, keepFactor } from '#db/secondFactors.ts'
import { factorUri, newSecret, sealSecret } from '#server/secondFactor.ts'
import { refuse, serve } from '#server/serve.ts'
import { ownAccount } from '#server/user/ownAccount.ts'

export default serve(enrolSecondFactor, async (context, { password }, caller) => {
  const { db } = context
  const person = await ownAccount(context, caller, password)
  if (!caller.secondFactor && (await confirmedFactor(db, person.id)))
    throw refuse(DENIED, 'Para cambiar tu segundo factor, ingresá primero con el que tenés.')
  const secret = newSecret(context)
  await keepFactor(db, person.id, sealSecret(context, secret))
  return { secret, uri: factorUri(person.email, secret) }
})
