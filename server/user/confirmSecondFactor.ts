import { WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import {
  confirmFactor,
  consumeEnrolmentCode,
  type Factor,
  factorOf,
  takeBackWrongCodes,
} from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { checkCode, checkGuess, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { renewToken } from '#server/auth/renewToken.ts'
import { stepOf } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { SECOND_FACTOR_ADDED, SECOND_FACTOR_CHANGED } from '#server/mail/emailTemplates.ts'
import { queueSecurityEmail } from '#server/mail/securityEmail.ts'

export default defineHandler(confirmSecondFactor, async (context, { code }, caller) => {
  const renewed = await inOwnTransaction(context, caller, async (tx, person) => {
    const factor = await factorOf(tx, caller.personId)
    if (!factor) throw refuse('Todavía no tenés un segundo factor.')
    // A replacement is confirmed only by a session that has shown the factor in force.
    const isFirst = factor.confirmedAt === null
    // Also beside a passkey: an unconfirmed factor must not count as shown.
    if (isFirst && caller.secondFactor === 'notShown')
      throw refuse(SHOW_PASSKEY, 'second_factor_first')
    const confirms = isFirst || (factor.pendingSecret !== null && caller.secondFactor === 'shown')
    const accepted = confirms
      ? await confirmNew(context, tx, person, { factor, code, caller })
      : await checkCode(context, tx, { person, caller }, factor, code)
    // The failure is counted, so that the transaction ends without an error.
    if (!accepted) return null
    const renewed = await renewToken(context, tx, caller, { secondFactorAt: context.now() })
    await appendAuditEntry(tx, {
      actorId: person.id,
      action: confirms ? 'confirmSecondFactor' : 'showSecondFactor',
      detail: confirms ? { replaced: !isFirst } : {},
      at: context.now(),
    })
    return renewed
  })
  if (!renewed) throw refuse(WRONG_CODE, 'wrong_second_factor')
  if (renewed.binder !== null) caller.bind(renewed.binder)
  return { userSessionToken: renewed.token }
})

const SHOW_PASSKEY = 'Ingresá primero con tu llave de acceso.'

/** Puts the pending factor into force, ends the other sessions and notifies the owner. */
async function confirmNew(
  context: Context,
  tx: Db,
  person: PersonRow,
  { factor, code, caller }: { factor: Factor; code: string; caller: AuthenticatedCaller },
): Promise<boolean> {
  const now = context.now()
  const isFirst = factor.confirmedAt === null
  const confirmed = await checkGuess(context, tx, { person, caller }, async () => {
    const { personId, pendingSecret, secret } = factor
    const step = stepOf(context, { personId, stored: pendingSecret ?? secret }, code)
    return step !== null && (await confirmFactor(tx, factor, { step, now }))
  })
  if (!confirmed) return false
  // Two enrolments with one code: the second finds it used.
  const wantsCode = isFirst && caller.secondFactor !== 'shown'
  if (wantsCode && !(await consumeEnrolmentCode(tx, person.id, now)))
    throw refuse(WRONG_ENROLMENT_CODE, 'wrong_enrolment_code')
  await takeBackWrongCodes(tx, person.id, 'always')
  await revokeSessionsOf(tx, person.id, now, caller.sessionHash)
  await queueSecurityEmail(context, tx, isFirst ? SECOND_FACTOR_ADDED : SECOND_FACTOR_CHANGED, {
    recipient: person.email,
    event: `factor ${context.random(16).toString('hex')}`,
    caller,
  })
  return true
}
