import { DENIED, INVALID_SESSION, SESSION_OVER } from '#contract/responseCodes.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { liveSession, renewSession, revokeSessionsOf } from '#db/accounts/sessions.ts'
import { setPassword } from '#db/accounts/people.ts'
import { newHalf, sha256 } from '#server/http/callPipeline.ts'
import type { Context } from '#server/context.ts'
import { hashChosen } from '#server/auth/hashNewPassword.ts'
import { type Caller, notFound, refuse, serve } from '#server/http/defineHandler.ts'
import { holdOwn, ownAccount } from '#server/auth/reauthenticate.ts'
import { tellPasswordChanged } from '#server/user/passwordChangedEmail.ts'

/** How long after a login it speaks for the person by itself, in milliseconds. */
const FRESH = 5 * 60_000

export default serve(
  updatePassword,
  async (context, { user, password, currentPassword }, caller) => {
    const { db, now } = context
    const fresh = now().getTime() - caller.signedInAt.getTime() <= FRESH
    if (currentPassword === undefined && !fresh)
      throw refuse(DENIED, 'Para cambiar tu contraseña escribí también la actual.')
    const person = await ownAccount(context, caller, currentPassword).catch((error: unknown) =>
      orOver(context, caller, error),
    )
    if (person.email !== user) throw notFound()
    const passwordHash = await hashChosen(context, password, person.email)
    const renewed = await inTransaction(db, async (tx) => {
      await holdOwn(context, tx, caller)
      await setPassword(tx, person.id, passwordHash)
      await revokeSessionsOf(tx, person.id, now(), caller.sessionHash)
      await tellPasswordChanged(context, tx, person, '')
      // Who sends the specification's fields alone would not look for a new token.
      return currentPassword === undefined ? null : await renew(context, tx, caller)
    })
    if (!renewed) return {}
    if (renewed.binder !== null) caller.bind(renewed.binder)
    return { userSessionToken: renewed.token }
  },
)

/**
 * The same request came twice and the other one is done: the password is no longer the current one,
 * but what is over is this session.
 */
async function orOver(
  { db, now }: Context,
  { sessionHash }: Caller,
  error: unknown,
): Promise<never> {
  const over = !(await liveSession(db, sessionHash, now()))
  throw over ? refuse(INVALID_SESSION, SESSION_OVER) : error
}

/** @throws a refusal when the caller's session has ended meanwhile: the same request came twice */
async function renew({ random }: Context, tx: Db, { sessionHash }: Caller) {
  const [token, binder] = [newHalf(random), newHalf(random)]
  const fresh = { tokenHash: sha256(token), binderHash: sha256(binder) }
  const renewed = await renewSession(tx, sessionHash, fresh)
  if (!renewed) throw refuse(INVALID_SESSION, SESSION_OVER)
  return { token, binder: renewed.binderHash === null ? null : binder }
}
