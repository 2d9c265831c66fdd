import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { passkeyByCredential } from '#db/accounts/passkeys.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { assertNotDelayed, countGuess, delayKey } from '#server/auth/loginDelay.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { renewToken } from '#server/auth/renewToken.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { acceptAssertion, verifyAssertion } from '#server/passkey/verifyCredential.ts'

export default defineHandler(secondFactorPasskey, async (context, { credential }, caller) => {
  const { db, now } = context
  const { personId, sessionHash } = caller
  const key = delayKey('passkey factor', personId)
  await assertNotDelayed(context, key)
  const found = await passkeyByCredential(db, Buffer.from(credential.id, 'base64url'))
  const passkey = found?.personId === personId ? found : undefined
  const scope = { purpose: 'secondFactor', sessionHash } as const
  const verified = passkey && (await verifyAssertion(context, credential, { passkey, scope }))
  if (!verified) {
    await countGuess(context, key, false)
    throw refuse(NOT_ACCEPTED, 'wrong_second_factor')
  }
  const renewed = await inOwnTransaction(context, caller, async (tx, person) => {
    await acceptAssertion(context, tx, passkey, verified)
    const renewed = await renewToken(context, tx, caller, { secondFactorAt: now() })
    await appendAuditEntry(tx, {
      actorId: person.id,
      action: 'showSecondFactor',
      detail: { passkey: true },
      at: now(),
    })
    return renewed
  })
  await countGuess(context, key, true)
  if (renewed.binder !== null) caller.bind(renewed.binder)
  return { userSessionToken: renewed.token }
})

const NOT_ACCEPTED = 'Esa llave de acceso no es de tu cuenta, o no pudimos comprobarla.'
