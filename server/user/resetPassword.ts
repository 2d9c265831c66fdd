import { resetPassword } from '#contract/user/resetPassword.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { inTransaction } from '#db/connection.ts'
import { sendCode } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(resetPassword, (context, { user, link }, { address }) =>
  context.constantTimeQueue({ key: user, caller: address }, async () => {
    const found = await personByEmail(context.db, user)
    if (found)
      await inTransaction(context.db, async (tx) => {
        const person = await lockPerson(tx, found.id)
        if (person) await sendCode(context, tx, person, 'reset', link)
      })
    return {}
  }),
)
