import { DENIED, UNVERIFIED } from '#contract/responseCodes.ts'
import { login, SECOND_FACTOR_REQUIRED } from '#contract/user/login.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { createSession } from '#db/accounts/sessions.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { newToken, sessionEnd, sha256 } from '#server/http/callPipeline.ts'
import {
  assertNotThrottled,
  clearFailures,
  deviceThrottleKey,
  passwordThrottleKey,
  recordFailure,
} from '#server/auth/throttle.ts'
import { verifyTotp } from '#server/auth/totp.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { isKnownDevice, newDevice } from '#server/auth/deviceCookie.ts'
import { toUser } from '#server/user/toUser.ts'

export default defineHandler(login, async (context, { user, password, secondFactor }, visitor) => {
  const { db, now, random, passwords } = context
  const email = user.trim().toLowerCase()
  const device = isKnownDevice(context, email, visitor.device) ? visitor.device : null
  const account = device === null ? passwordThrottleKey(email) : deviceThrottleKey(device)
  const { person, right } = await passwords.turn(async ({ matches }) => {
    await assertNotThrottled(context, account)
    const person = await personByEmail(db, email)
    return { person, right: await matches(password, person?.passwordHash) }
  })
  // Before either answer: told only to the right one, to wait would be the answer.
  await assertNotThrottled(context, account)
  const wrong = async () => {
    await recordFailure(context, account)
    return refuse(DENIED, 'El correo o la contraseña no son correctos.')
  }
  if (!right || !person) throw await wrong()
  if (!person.confirmedAt) {
    await clearFailures(context, account)
    throw refuse(
      UNVERIFIED,
      'Todavía no confirmaste tu cuenta. Ingresá el código que te mandamos por correo.',
    )
  }
  const factor = await confirmedFactor(db, person.id)
  if (factor && secondFactor === '') throw refuse(DENIED, SECOND_FACTOR_REQUIRED)
  if (factor && !(await verifyTotp(context, factor, secondFactor))) {
    await recordFailure(context, account)
    throw refuse(DENIED, 'El código del segundo factor no es correcto o ya se usó.')
  }
  const token = newToken(random)
  const binder = visitor.browser ? newToken(random) : null
  const opened = await createSession(db, {
    tokenHash: sha256(token),
    personId: person.id,
    passwordHash: person.passwordHash,
    binderHash: binder === null ? null : sha256(binder),
    secondFactor: factor !== undefined,
    now: now(),
    expiresAt: sessionEnd(now()),
  })
  if (!opened) throw await wrong()
  // Not before the last of what was asked: a known password must not wipe the slate of guessed codes.
  await clearFailures(context, account)
  if (binder !== null) {
    visitor.bind(binder)
    visitor.remember(device ?? newDevice(context, email))
  }
  return {
    user: { ...toUser(person), userSessionToken: token },
    loyalties: await loyaltiesOf(db, person.id),
  }
})
