import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { confirmPerson } from '#db/accounts/registrations.ts'
import { forgetGuesses, revokeSessionsOf } from '#db/accounts/sessions.ts'
import { setPassword } from '#db/accounts/people.ts'
import { hashChosen } from '#server/auth/hashNewPassword.ts'
import { serve } from '#server/http/defineHandler.ts'
import { redeem } from '#server/auth/verificationCodes.ts'
import { passwordGuesses } from '#server/auth/throttleKeys.ts'
import { tellPasswordChanged } from '#server/user/passwordChangedEmail.ts'

export default serve(confirmResetPassword, (context, { user, password, code, link }, { address }) =>
  context.paced({ about: user, by: address }, async () => {
    const { now } = context
    // Before it is known whether the code is right: the work is the same for everybody.
    const passwordHash = await hashChosen(context, password, user)
    await redeem(context, { user, purpose: 'reset', code }, async (tx, person) => {
      await setPassword(tx, person.id, passwordHash)
      // Who reads the mailbox has shown as much as a confirmation asks for.
      await confirmPerson(tx, person.id, now(), null)
      await revokeSessionsOf(tx, person.id, now())
      await forgetGuesses(tx, passwordGuesses(user))
      await tellPasswordChanged(context, tx, person, link)
    })
    return {}
  }),
)
