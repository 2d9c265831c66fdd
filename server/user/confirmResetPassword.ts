import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { type PersonRow, setPassword } from '#db/accounts/people.ts'
import { confirmPerson } from '#db/accounts/registrations.ts'
import { takeBackWrongCodes } from '#db/accounts/secondFactors.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { assertNotPersonal, hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { countGuess, delayKey } from '#server/auth/loginDelay.ts'
import { undoEmailChange } from '#server/auth/undoEmailChange.ts'
import { redeemCode } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { reportBankAccountUndone } from '#server/loyalty/reportBankAccountChange.ts'
import { undoBankAccountChange } from '#server/loyalty/undoBankAccountChange.ts'
import { sendPasswordChangedEmail } from '#server/mail/passwordChangedEmail.ts'
import { resetPasskeys } from '#server/passkey/passkeyReports.ts'

export default defineHandler(
  confirmResetPassword,
  (context, { user, password, code, link }, caller) =>
    context.constantTimeQueue({ key: user, caller: caller.address }, async () => {
      const { now } = context
      // Hashed before the code is checked, so that the time does not reveal whether it is right.
      const passwordHash = await hashNewPassword(context, password, null)
      const resetAccess = async (tx: Db, person: PersonRow) => {
        assertNotPersonal(password, person)
        await setPassword(tx, person.id, passwordHash)
        await revokeSessionsOf(tx, person.id, now())
        await countGuess({ db: tx, now }, delayKey('password', person.email), true)
        await resetPasskeys(context, tx, person, caller)
      }
      const resetAndReport = async (tx: Db, person: PersonRow) => {
        await resetAccess(tx, person)
        await takeBackWrongCodes(tx, person.id, 'onceUntilRightCode')
        await sendPasswordChangedEmail(context, tx, person, { link, caller })
      }
      const isUndone =
        (await undoEmailChange(context, { user, code }, resetAndReport)) ||
        (await undoBankAccountChange(context, code, async (tx, person, restored) => {
          await resetAccess(tx, person)
          await reportBankAccountUndone(context, tx, { person, restored, caller })
        }))
      if (isUndone) return {}
      await redeemCode(context, { user, purpose: 'reset', code }, async (tx, person) => {
        // The code proves access to the mailbox, which is what a confirmation proves.
        await confirmPerson(tx, person.id, now(), null)
        await resetAndReport(tx, person)
        await appendAuditEntry(tx, { actorId: person.id, action: 'resetPassword', at: now() })
      })
      return {}
    }),
)
