import { endSession } from '#contract/user/endSession.ts'
import { endSessionOf, liveSessionsOf, revokeSessionsOf } from '#db/accounts/sessions.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'

export default defineHandler(endSession, async (context, { sessionId }, caller) => {
  const { now } = context
  const { personId, sessionHash } = caller
  await inOwnTransaction(context, caller, async (tx) => {
    if (sessionId === '') {
      await revokeSessionsOf(tx, personId, now(), sessionHash)
      return
    }
    const live = await liveSessionsOf(tx, personId, now())
    const current = live.find(({ tokenHash }) => tokenHash.equals(sessionHash))
    if (current?.id === sessionId)
      throw refuse('Esa es la sesión que estás usando: para cerrarla, salí de la app.')
    if (!(await endSessionOf(tx, personId, sessionId, now()))) throw notFound()
  })
  return {}
})
