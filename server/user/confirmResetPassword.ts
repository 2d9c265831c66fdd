import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { confirmPerson } from '#db/accounts/registrations.ts'
import { revokeSessionsOf } from '#db/accounts/sessions.ts'
import { setPassword } from '#db/accounts/people.ts'
import { hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { redeemCode } from '#server/auth/verificationCodes.ts'
import { clearFailures, passwordThrottleKey } from '#server/auth/throttle.ts'
import { sendPasswordChangedEmail } from '#server/user/passwordChangedEmail.ts'

export default defineHandler(
  confirmResetPassword,
  (context, { user, password, code, link }, { address }) =>
    context.constantTimeQueue({ key: user, caller: address }, async () => {
      const { now } = context
      // Before it is known whether the code is right: the work is the same for everybody.
      const passwordHash = await hashNewPassword(context, password, user)
      await redeemCode(context, { user, purpose: 'reset', code }, async (tx, person) => {
        await setPassword(tx, person.id, passwordHash)
        // Who reads the mailbox has shown as much as a confirmation asks for.
        await confirmPerson(tx, person.id, now(), null)
        await revokeSessionsOf(tx, person.id, now())
        await clearFailures({ db: tx }, passwordThrottleKey(user))
        await sendPasswordChangedEmail(context, tx, person, link)
      })
      return {}
    }),
)
