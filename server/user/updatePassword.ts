import { updatePassword } from '#contract/user/updatePassword.ts'
import { setPassword } from '#db/accounts/people.ts'
import { takeBackWrongCodes } from '#db/accounts/secondFactors.ts'
import { liveSession, revokeSessionsOf } from '#db/accounts/sessions.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { newDevice } from '#server/auth/deviceCookie.ts'
import { hashNewPassword } from '#server/auth/hashNewPassword.ts'
import { inOwnTransaction, isFreshLogin, reauthenticate } from '#server/auth/reauthenticate.ts'
import { renewToken } from '#server/auth/renewToken.ts'
import { definePhasedHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse, sessionOver } from '#server/http/errors.ts'
import { sendPasswordChangedEmail } from '#server/mail/passwordChangedEmail.ts'

export default definePhasedHandler(updatePassword, {
  // The hash of a password takes longer than a transaction may.
  async prepare(context, { user, password, currentPassword }, caller) {
    const { db, now } = context
    if (currentPassword === undefined && !isFreshLogin(context, caller))
      throw refuse('Para cambiar tu contraseña escribí también la actual.', 'password_required')
    const person = await reauthenticate(context, caller, currentPassword).catch(
      async (error: unknown) => {
        // A concurrent copy of this request has changed the password and ended the session.
        throw (await liveSession(db, caller.sessionHash, now())) ? error : sessionOver()
      },
    )
    if (person.email !== user) throw notFound()
    return { person, passwordHash: await hashNewPassword(context, password, person) }
  },
  work: (context, _fields, caller, { prepared: { person, passwordHash }, tell }) =>
    inOwnTransaction(context, caller, async (tx) => {
      const { now } = context
      await setPassword(tx, person.id, passwordHash)
      await takeBackWrongCodes(tx, person.id, 'always')
      await revokeSessionsOf(tx, person.id, now(), caller.sessionHash)
      await sendPasswordChangedEmail(context, tx, person, { link: '', caller })
      const halves = { token: tell('sessionToken'), binder: tell('sessionBinder') }
      const { token, binder } = await renewToken(context, tx, caller, {}, halves)
      await appendAuditEntry(tx, { actorId: person.id, action: 'changePassword', at: now() })
      if (binder !== null) caller.bind(binder)
      // The device cookie ends with the password.
      if (caller.device !== undefined)
        caller.remember(newDevice(context, { email: person.email, passwordHash }))
      return { userSessionToken: token }
    }),
})
