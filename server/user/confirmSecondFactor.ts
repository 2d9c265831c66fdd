import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { confirmFactor, factorOf } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/connection.ts'
import { lockOwnRow } from '#server/auth/reauthenticate.ts'
import {
  assertNotThrottled,
  clearFailures,
  recordFailure,
  totpThrottleKey,
} from '#server/auth/throttle.ts'
import { stepOf } from '#server/auth/totp.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(confirmSecondFactor, async (context, { code }, caller) => {
  const { personId, sessionHash } = caller
  const throttleKey = totpThrottleKey(personId)
  // The row lock serialises concurrent tries, so that each failure counts before the next check.
  const confirmed = await inTransaction(context.db, async (tx) => {
    await lockOwnRow(context, tx, caller)
    const now = context.now()
    const factor = await factorOf(tx, personId)
    if (!factor) throw refuse(DENIED, 'Todavía no tenés un segundo factor.')
    const counter = { db: tx, now: context.now }
    await assertNotThrottled(counter, throttleKey)
    const step = stepOf(context, factor.pendingSecret ?? factor.secret, code)
    const accepted = step !== null && (await confirmFactor(tx, factor, { step, sessionHash, now }))
    await (accepted ? clearFailures(counter, throttleKey) : recordFailure(counter, throttleKey))
    return accepted
  })
  if (!confirmed) throw refuse(DENIED, 'El código del segundo factor no es correcto o ya se usó.')
  return {}
})
