import { resetPassword } from '#contract/user/resetPassword.ts'
import { CODE_LIMITS, sendCodeTo } from '#server/auth/verificationCodes.ts'
import { defineHandler } from '#server/http/defineHandler.ts'

export default defineHandler(
  resetPassword,
  (context, { user, link }, caller) =>
    context.constantTimeQueue({ key: user, caller: caller.address }, async () => {
      await sendCodeTo(context, user, { purpose: 'reset', link, caller })
      return {}
    }),
  [CODE_LIMITS.reset],
)
