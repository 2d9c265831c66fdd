import { ENROLMENT_CODE_REQUIRED, WRONG_ENROLMENT_CODE } from '#contract/fields/enrolmentCode.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { isEnrolmentCode } from '#db/accounts/enrolmentCodes.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { confirmedFactor, type Factor, storePendingFactor } from '#db/accounts/secondFactors.ts'
import { appendAuditEntry } from '#db/audit.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { lockOwnRow, reauthenticate } from '#server/auth/reauthenticate.ts'
import { checkCode, WRONG_CODE } from '#server/auth/secondFactorGuesses.ts'
import {
  assertNotThrottled,
  clearFailures,
  enrolmentThrottleKey,
  recordFailure,
} from '#server/auth/throttle.ts'
import { encryptSecret, factorUri, newSecret } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

export default defineHandler(
  enrolSecondFactor,
  async (context, { password, secondFactor, enrolmentCode }, caller) => {
    const person = await reauthenticate(context, caller, password)
    const secret = newSecret(context)
    // The failure of a wrong code is counted, so that the transaction ends without an error.
    const refusal = await inTransaction(context.db, async (tx) => {
      await lockOwnRow(context, tx, caller)
      const factor = await confirmedFactor(tx, person.id)
      const wrong = factor
        ? await checkReplaced(context, tx, factor, { person, caller, code: secondFactor })
        : await checkEnrolmentCode(context, tx, person.id, enrolmentCode)
      if (wrong !== null) return wrong
      await storePendingFactor(tx, person.id, encryptSecret(context, person.id, secret))
      const entry = { actorId: person.id, subject: person.id, detail: {}, at: context.now() }
      await appendAuditEntry(tx, { ...entry, action: 'enrolSecondFactor' })
      return null
    })
    if (refusal) throw refuse(DENIED, refusal, 'second_factor')
    return { secret, uri: factorUri(person.email, secret) }
  },
)

/**
 * Checks a code of the factor that is to be replaced.
 * @returns the refusal of a wrong code; null when it is right
 */
async function checkReplaced(
  context: Context,
  tx: Db,
  factor: Factor,
  { person, caller, code }: { person: PersonRow; caller: AuthenticatedCaller; code: string },
): Promise<string | null> {
  if (caller.secondFactor !== 'shown')
    throw refuse(DENIED, 'Para cambiar tu segundo factor, ingresá primero con el que tenés.')
  if (code === '') throw refuse(DENIED, SECOND_FACTOR_REQUIRED)
  return (await checkCode(context, tx, { person, caller }, factor, code)) ? null : WRONG_CODE
}

/**
 * Checks the one-time code for the first factor, without which a stolen password could enrol one.
 * `confirmSecondFactor` uses it up: until then the enrolment may be begun again.
 * @returns the refusal of a wrong code; null when it is right
 */
async function checkEnrolmentCode(
  { now }: Context,
  tx: Db,
  personId: string,
  code: string,
): Promise<string | null> {
  if (code === '') throw refuse(DENIED, ENROLMENT_CODE_REQUIRED)
  const [counter, key] = [{ db: tx, now }, enrolmentThrottleKey(personId)]
  await assertNotThrottled(counter, key)
  if (await isEnrolmentCode(tx, { personId, codeHash: sha256(code), now: now() })) {
    await clearFailures(counter, key)
    return null
  }
  await recordFailure(counter, key)
  return WRONG_ENROLMENT_CODE
}
