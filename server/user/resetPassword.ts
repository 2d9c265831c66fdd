import { resetPassword } from '#contract/user/resetPassword.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { inTransaction } from '#db/core/connection.ts'
import { CODE_LIMITS, sendCode } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(
  resetPassword,
  { limits: [CODE_LIMITS.reset] },
  (context, { user, link }, caller) =>
    context.constantTimeQueue({ key: user, caller: caller.address }, async () => {
      const found = await personByEmail(context.db, user)
      if (found)
        await inTransaction(context.db, async (tx) => {
          const person = await lockPerson(tx, found.id)
          if (person) await sendCode(context, tx, person, { purpose: 'reset', link, caller })
        })
      return {}
    }),
)
