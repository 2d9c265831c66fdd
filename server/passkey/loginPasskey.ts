import { loginPasskey, UNKNOWN_PASSKEY } from '#contract/passkey/loginPasskey.ts'
import { passkeyByCredential } from '#db/accounts/passkeys.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/core/connection.ts'
import { assertNotDelayed, countGuess, delayKey, WRONG_LOGINS } from '#server/auth/loginDelay.ts'
import { answerLogin, assertMayLogIn, startSession } from '#server/auth/startSession.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { take, untake } from '#server/http/limits.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'
import { userHandleOf } from '#server/passkey/passkeyOptions.ts'
import { acceptAssertion, verifyAssertion } from '#server/passkey/verifyCredential.ts'

export default defineHandler(
  loginPasskey,
  async (context, { credential }, caller) => {
    const { db } = context
    // Several texts spell the same bytes.
    const credentialId = Buffer.from(credential.id, 'base64url')
    const key = delayKey('passkey', credentialId.toString('hex'))
    await assertNotDelayed(context, key)
    await take(context, caller, WRONG_LOGINS)
    const passkey = await passkeyByCredential(db, credentialId)
    const rejectPasskey = async (refusal = refuse(NOT_ACCEPTED, 'passkey_refused')) => {
      await countGuess(context, key, false)
      return refusal
    }
    if (!passkey) throw await rejectPasskey(refuse(UNKNOWN_PASSKEY, 'passkey_unknown'))
    const userHandle = Buffer.from(credential.response.userHandle, 'base64url')
    if (!userHandleOf(passkey.personId).equals(userHandle)) throw await rejectPasskey()
    const scope = { purpose: 'login' } as const
    const verified = await verifyAssertion(context, credential, { passkey, scope })
    if (!verified) throw await rejectPasskey()
    await untake(context, caller, WRONG_LOGINS)
    const started = await inTransaction(db, async (tx) => {
      // A concurrent reset of the password or removal of the passkey counts.
      const person = await lockPerson(tx, passkey.personId)
      if (!person) return null
      await acceptAssertion(context, tx, passkey, verified)
      const roles = await rolesOf(tx, person.id)
      assertMayLogIn(person, roles, caller)
      // The device has verified the person: possession and knowledge or biometrics in one.
      const hasFactor = isOperator(roles) || (await confirmedFactor(tx, person.id)) !== undefined
      const secondFactor = hasFactor ? ('shown' as const) : ('none' as const)
      return await startSession(context, tx, {
        person,
        roles,
        secondFactor,
        caller,
        byPasskey: true,
      })
    })
    if (!started) throw await rejectPasskey()
    await countGuess(context, key, true)
    return await answerLogin(context, started, caller)
  },
  [WRONG_LOGINS],
)

const NOT_ACCEPTED =
  'No pudimos ingresar con esa llave de acceso. Probá con otra, o con tu contraseña.'
