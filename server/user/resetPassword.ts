import { resetPassword } from '#contract/user/resetPassword.ts'
import { inTransaction } from '#db/connection.ts'
import { holdPerson } from '#db/accounts/registrations.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { serve } from '#server/http/defineHandler.ts'
import { mailCode } from '#server/auth/verificationCodes.ts'

export default serve(resetPassword, (context, { user, link }, { address }) =>
  context.paced({ about: user, by: address }, async () => {
    const found = await personByEmail(context.db, user)
    if (found)
      await inTransaction(context.db, async (tx) => {
        const person = await holdPerson(tx, found.id)
        if (person) await mailCode(context, tx, person, 'reset', link)
      })
    return {}
  }),
)
