import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { confirmedFactor, storePendingFactor } from '#db/accounts/secondFactors.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { checkCode, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { checkEnrolmentCode } from '#server/auth/enrolmentCodes.ts'
import { inOwnTransaction, reauthenticate } from '#server/auth/reauthenticate.ts'
import { encryptSecret, factorUri, newSecret } from '#server/auth/totp.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(
  enrolSecondFactor,
  async (context, { password, secondFactor: code, enrolmentCode }, caller) => {
    const { email } = await reauthenticate(context, caller, password)
    const secret = newSecret(context)
    const refusal = await inOwnTransaction(context, caller, async (tx, person) => {
      const factor = await confirmedFactor(tx, person.id)
      // The failure of a wrong code is counted, so that the transaction ends without an error.
      if (factor) {
        if (caller.secondFactor !== 'shown') throw refuse(SHOW_FACTOR, 'second_factor_first')
        if (code === '') throw refuse(SECOND_FACTOR_REQUIRED, 'second_factor_required')
        if (!(await checkCode(context, tx, { person, caller }, factor, code)))
          return refuse(WRONG_CODE, 'wrong_second_factor')
      } else {
        // Beside no other app: in a session that has shown a passkey, or with the one-time code.
        if (caller.secondFactor === 'notShown') throw refuse(SHOW_PASSKEY, 'second_factor_first')
        const wrong =
          caller.secondFactor === 'none' &&
          (await checkEnrolmentCode(context, tx, person.id, enrolmentCode))
        if (wrong) return wrong
      }
      await storePendingFactor(tx, person.id, encryptSecret(context, person.id, secret))
      const entry = { actorId: person.id, action: 'enrolSecondFactor', at: context.now() }
      await appendAuditEntry(tx, entry)
      return null
    })
    if (refusal) throw refusal
    return { secret, uri: factorUri(email, secret) }
  },
)

const SHOW_FACTOR = 'Para cambiar tu segundo factor, ingresá primero con el que tenés.'
const SHOW_PASSKEY = 'Para agregar una app de códigos, ingresá primero con tu llave de acceso.'
