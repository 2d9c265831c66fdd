import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { takeBackWrongCodes } from '#db/accounts/factorGuesses.ts'
import { setPassword } from '#db/accounts/people.ts'
import { confirmPerson } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { assertNotPersonal, hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { clearFailures, passwordThrottleKey } from '#server/auth/throttle.ts'
import { undoEmailChange } from '#server/auth/undoEmailChange.ts'
import { redeemCode } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { sendPasswordChangedEmail } from '#server/user/passwordChangedEmail.ts'

export default defineHandler(
  confirmResetPassword,
  (context, { user, password, code, link }, { address }) =>
    context.constantTimeQueue({ key: user, caller: address }, async () => {
      const { now } = context
      // Hashed before the code is checked, so that the time does not reveal whether it is right.
      const passwordHash = await hashNewPassword(context, password, null)
      const given = { user, code, passwordHash }
      const undone = await undoEmailChange(context, given, async (tx, person) => {
        assertNotPersonal(password, person)
        await sendPasswordChangedEmail(context, tx, person, link)
      })
      if (undone) {
        await clearFailures(context, passwordThrottleKey(user))
        return {}
      }
      await redeemCode(context, { user, purpose: 'reset', code }, async (tx, person) => {
        assertNotPersonal(password, person)
        await setPassword(tx, person.id, passwordHash)
        await takeBackWrongCodes(tx, person.id, 'onceUntilRightCode')
        // The code proves access to the mailbox, which is what a confirmation proves.
        await confirmPerson(tx, person.id, now(), null)
        await revokeSessionsOf(tx, person.id, now())
        await clearFailures({ db: tx }, passwordThrottleKey(user))
        await sendPasswordChangedEmail(context, tx, person, link)
      })
      return {}
    }),
)
