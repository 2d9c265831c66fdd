import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { inTransaction } from '#db/connection.ts'
import { confirmFactor, factorOf } from '#db/accounts/secondFactors.ts'
import { countGuess, forgetGuesses } from '#db/accounts/sessions.ts'
import { holdBack } from '#server/auth/throttle.ts'
import { stepOf } from '#server/auth/totp.ts'
import { refuse, serve } from '#server/http/defineHandler.ts'
import { factorGuesses } from '#server/auth/throttleKeys.ts'
import { holdOwn } from '#server/auth/reauthenticate.ts'

export default serve(confirmSecondFactor, async (context, { code }, caller) => {
  const { personId, sessionHash } = caller
  const account = factorGuesses(personId)
  // One at a time: guesses that are sent at once are each counted before the next is looked at.
  const confirmed = await inTransaction(context.db, async (tx) => {
    await holdOwn(context, tx, caller)
    const now = context.now()
    const factor = await factorOf(tx, personId)
    if (!factor) throw refuse(DENIED, 'Todavía no tenés un segundo factor.')
    await holdBack({ ...context, db: tx }, account)
    const step = stepOf(context, factor.pendingSecret ?? factor.secret, code)
    const done = step !== null && (await confirmFactor(tx, factor, { step, sessionHash, now }))
    await (done ? forgetGuesses(tx, account) : countGuess(tx, account, now))
    return done
  })
  if (!confirmed) throw refuse(DENIED, 'El código del segundo factor no es correcto o ya se usó.')
  return {}
})
