import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { acceptInvitation } from '#db/accounts/operatorAccess.ts'
import { confirmPerson, retryOnUniqueViolation } from '#db/accounts/registrations.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { CODE_LIMITS, redeemCode, sendCodeTo } from '#server/auth/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(
  confirmAddUser,
  (context, { user, code, link }, caller) =>
    context.constantTimeQueue({ key: user, caller: caller.address }, async () => {
      if (code === '') await sendCodeTo(context, user, { purpose: 'confirm', link, caller })
      else await retryOnUniqueViolation(() => confirm(context, user, code))
      return {}
    }),
  [CODE_LIMITS.confirm],
)

async function confirm(context: Context, user: string, code: string): Promise<void> {
  await redeemCode(
    context,
    { user, purpose: 'confirm', code },
    async (tx, { id, firstName, email }, draft) => {
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
      await acceptInvitation(tx, { id, email }, context.now())
    },
  )
}
