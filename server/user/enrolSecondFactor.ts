import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { confirmedFactor, storePendingFactor } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/connection.ts'
import { lockOwnRow, reauthenticate } from '#server/auth/reauthenticate.ts'
import { encryptSecret, factorUri, newSecret } from '#server/auth/totp.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(enrolSecondFactor, async (context, { password }, caller) => {
  const { db } = context
  const person = await reauthenticate(context, caller, password)
  const secret = newSecret(context)
  await inTransaction(db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    if (!caller.secondFactor && (await confirmedFactor(tx, person.id)))
      throw refuse(DENIED, 'Para cambiar tu segundo factor, ingresá primero con el que tenés.')
    await storePendingFactor(tx, person.id, encryptSecret(context, secret))
  })
  return { secret, uri: factorUri(person.email, secret) }
})
