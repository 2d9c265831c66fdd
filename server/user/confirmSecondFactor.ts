import { DENIED } from '#contract/codes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { inTransaction } from '#db/open.ts'
import { confirmFactor, factorOf } from '#db/secondFactors.ts'
import { countGuess, forgetGuesses } from '#db/sessions.ts'
import { holdBack } from '#server/guesses.ts'
import { showsFactor } from '#server/secondFactor.ts'
import { refuse, serve } from '#server/serve.ts'
import { factorGuesses } from '#server/user/guessAccounts.ts'

export default serve(confirmSecondFactor, async (context, { code }, caller) => {
  const { db, now } = context
  const factor = await factorOf(db, caller.personId)
  if (!factor) throw refuse(DENIED, 'Todavía no tenés un segundo factor.')
  const account = factorGuesses(caller.personId)
  await holdBack(context, account)
  const shown = { ...factor, secret: factor.pendingSecret ?? factor.secret }
  if (!(await showsFactor(context, shown, code))) {
    await countGuess(db, account, now())
    throw refuse(DENIED, 'El código del segundo factor no es correcto o ya se usó.')
  }
  await holdBack(context, account)
  await inTransaction(db, (tx) => confirmFactor(tx, factor.personId, caller.sessionHash, now()))
  await forgetGuesses(db, account)
  return {}
})
