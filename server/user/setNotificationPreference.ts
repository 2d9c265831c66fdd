import { isOptional } from '#contract/entities/notificationPreference.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { preferencesOf, setPreference } from '#db/messaging/notificationPreferences.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(
  setNotificationPreference,
  async (context, { type, channel, enabled }, caller) => {
    if (!isOptional(type, channel))
      throw refuse('Esos avisos no se pueden apagar: son de tus pagos o de tu seguridad.')
    return await inOwnTransaction(context, caller, async (tx) => {
      await setPreference(tx, caller.personId, type, channel, enabled)
      return { preferences: await preferencesOf(tx, caller.personId) }
    })
  },
)
