import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { confirmedFactor, type Factor, storePendingFactor } from '#db/accounts/secondFactors.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/connection.ts'
import { checkCode, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { checkEnrolmentCode } from '#server/auth/enrolmentCodes.ts'
import { inOwnTransaction, reauthenticate } from '#server/auth/reauthenticate.ts'
import { encryptSecret, factorUri, newSecret } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { type Refusal, refuse } from '#server/http/errors.ts'

export default defineHandler(
  enrolSecondFactor,
  async (context, { password, secondFactor, enrolmentCode }, caller) => {
    const { email } = await reauthenticate(context, caller, password)
    const secret = newSecret(context)
    // The failure of a wrong code is counted, so that the transaction ends without an error.
    const refusal = await inOwnTransaction(context, caller, async (tx, person) => {
      const factor = await confirmedFactor(tx, person.id)
      const wrong = factor
        ? await checkReplaced(context, tx, factor, { person, caller, code: secondFactor })
        : await checkFirst(context, tx, caller, enrolmentCode)
      if (wrong !== null) return wrong
      await storePendingFactor(tx, person.id, encryptSecret(context, person.id, secret))
      const entry = { actorId: person.id, action: 'enrolSecondFactor', at: context.now() }
      await appendAuditEntry(tx, entry)
      return null
    })
    if (refusal) throw refusal
    return { secret, uri: factorUri(email, secret) }
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
): Promise<Refusal | null> {
  if (caller.secondFactor !== 'shown')
    throw refuse(
      'Para cambiar tu segundo factor, ingresá primero con el que tenés.',
      'second_factor_first',
    )
  if (code === '') throw refuse(SECOND_FACTOR_REQUIRED, 'second_factor_required')
  return (await checkCode(context, tx, { person, caller }, factor, code))
    ? null
    : refuse(WRONG_CODE, 'wrong_second_factor')
}

/**
 * Checks whether the caller may enrol an app beside no other: with the one-time code, or in a session
 * that has shown a passkey.
 * @returns the refusal of a wrong code; null when it may
 */
async function checkFirst(
  context: Context,
  tx: Db,
  { personId, secondFactor }: AuthenticatedCaller,
  code: string,
): Promise<Refusal | null> {
  if (secondFactor === 'shown') return null
  if (secondFactor === 'notShown')
    throw refuse(
      'Para agregar una app de códigos, ingresá primero con tu llave de acceso.',
      'second_factor_first',
    )
  return await checkEnrolmentCode(context, tx, personId, code)
}
