import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { inTransaction } from '#db/connection.ts'
import { confirmFactor, factorOf } from '#db/accounts/secondFactors.ts'
import { recordFailure, clearFailures } from '#db/accounts/loginThrottle.ts'
import { assertNotThrottled } from '#server/auth/throttle.ts'
import { stepOf } from '#server/auth/totp.ts'
import { refuse, defineHandler } from '#server/http/defineHandler.ts'
import { totpThrottleKey } from '#server/auth/throttleKeys.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'

export default defineHandler(confirmSecondFactor, async (context, { code }, caller) => {
  const { personId, sessionHash } = caller
  const throttleKey = totpThrottleKey(personId)
  // The row lock serialises concurrent tries, so that each failure counts before the next check.
  const confirmed = await inTransaction(context.db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    const now = context.now()
    const factor = await factorOf(tx, personId)
    if (!factor) throw refuse(DENIED, 'Todavía no tenés un segundo factor.')
    await assertNotThrottled({ ...context, db: tx }, throttleKey)
    const step = stepOf(context, factor.pendingSecret ?? factor.secret, code)
    const accepted = step !== null && (await confirmFactor(tx, factor, { step, sessionHash, now }))
    await (accepted ? clearFailures(tx, throttleKey) : recordFailure(tx, throttleKey, now))
    return accepted
  })
  if (!confirmed) throw refuse(DENIED, 'El código del segundo factor no es correcto o ya se usó.')
  return {}
})
