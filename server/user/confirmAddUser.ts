import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { confirmPerson, lockPerson, retryOnUniqueViolation } from '#db/accounts/registrations.ts'
import { inTransaction } from '#db/core/connection.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { CODE_LIMITS, redeemCode, sendCode } from '#server/auth/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { type AnonymousCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(
  confirmAddUser,
  { limits: [CODE_LIMITS.confirm] },
  (context, { user, code, link }, caller) =>
    context.constantTimeQueue({ key: user, caller: caller.address }, async () => {
      if (code === '') await sendNewCode(context, user, { link, caller })
      else await retryOnUniqueViolation(() => confirm(context, user, code))
      return {}
    }),
)

async function confirm(context: Context, user: string, code: string): Promise<void> {
  await redeemCode(
    context,
    { user, purpose: 'confirm', code },
    async (tx, { id, firstName }, draft) => {
      if (!(await confirmPerson(tx, id, context.now(), draft)))
        throw refuse(
          'Con esos datos ya no podemos crear tu cuenta. Revisalos y registrate de nuevo.',
        )
      await insertNotification(context, tx, {
        personId: id,
        event: 'welcome',
        type: 1,
        at: context.now(),
        title: `Te damos la bienvenida, ${draft?.firstName ?? firstName}`,
        text: 'Tu cuenta ya está lista. Afiliate a un programa y empezá a sumar puntos.',
      })
    },
  )
}

async function sendNewCode(
  context: Context,
  user: string,
  given: { link: string; caller: AnonymousCaller },
): Promise<void> {
  const found = await personByEmail(context.db, user)
  if (found)
    await inTransaction(context.db, async (tx) => {
      const person = await lockPerson(tx, found.id)
      if (person && !person.confirmedAt)
        await sendCode(context, tx, person, { purpose: 'confirm', ...given })
    })
}
