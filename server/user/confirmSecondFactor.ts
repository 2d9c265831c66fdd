import { DENIED } from '#contract/codes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { inTransaction } from '#db/open.ts'
import { confirmFactor, factorOf } from '#db/secondFactors.ts'
import { countGuess, forgetGuesses } from '#db/sessions.ts'
import { holdBack } from '#server/guesses.ts'
import { stepOf } from '#server/secondFactor.ts'
import { refuse, serve } from '#server/serve.ts'
import { factorGuesses } from '#server/user/guessAccounts.ts'
import { holdOwn } from '#server/user/ownAccount.ts'

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
