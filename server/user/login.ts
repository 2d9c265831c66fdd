import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { DENIED, UNVERIFIED } from '#contract/responseCodes.ts'
import { login } from '#contract/user/login.ts'
import { type PersonRow, personByEmail, rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { createSession } from '#db/accounts/sessions.ts'
import { inTransaction } from '#db/connection.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { assertAddressAllowed, countOfAddress } from '#server/auth/addressLimits.ts'
import { isKnownDevice, newDevice } from '#server/auth/deviceCookie.ts'
import { deviceName } from '#server/auth/deviceName.ts'
import { checkCode, WRONG_CODE } from '#server/auth/secondFactorGuesses.ts'
import { isOperator, sessionEnd } from '#server/auth/sessionLifetime.ts'
import {
  assertNotThrottled,
  clearFailures,
  deviceThrottleKey,
  passwordThrottleKey,
  recordFailure,
} from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { newToken } from '#server/http/callPipeline.ts'
import { type AnonymousCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'
import { toUser } from '#server/user/toUser.ts'

/** `responseDescription` of an operator's login in the phone app. */
const OPERATORS_USE_A_BROWSER =
  'Tu usuario trabaja desde el navegador: abrí Surtidor en la computadora o en el navegador del teléfono.'

export default defineHandler(login, async (context, { user, password, secondFactor }, caller) => {
  const { db, now, random, passwords } = context
  const email = user.trim().toLowerCase()
  const account = caller.device === undefined ? undefined : await personByEmail(db, email)
  const device = isKnownDevice(context, account, caller.device) ? caller.device : null
  const throttleKey = device === null ? passwordThrottleKey(email) : deviceThrottleKey(device)
  // A browser in which the owner has signed in is not slowed by others of its address.
  const assertAllowed = async () => {
    await assertNotThrottled(context, throttleKey)
    if (device === null) await assertAddressAllowed(context, 'wrongPassword', caller.address)
  }
  const { person, right } = await passwords.turn(async ({ matches }) => {
    await assertAllowed()
    const person = await personByEmail(db, email)
    return { person, right: await matches(password, person?.passwordHash) }
  })
  // Checked again after the hash and before the answer: concurrent tries may have been counted since.
  // It applies to right and wrong passwords alike, because a 429 for one of them would tell which.
  await assertAllowed()
  const rejectCredentials = async () => {
    await recordFailure(context, throttleKey)
    await countOfAddress(context, 'wrongPassword', caller.address)
    return refuse(DENIED, 'El correo o la contraseña no son correctos.', 'login')
  }
  if (!right || !person) throw await rejectCredentials()
  if (!person.confirmedAt) {
    await clearFailures(context, throttleKey)
    throw refuse(
      UNVERIFIED,
      'Todavía no confirmaste tu cuenta. Ingresá el código que te mandamos por correo.',
      'login',
    )
  }
  const roles = await rolesOf(db, person.id)
  // The session of an operator is always bound to cookies.
  if (isOperator(roles) && caller.webView) throw refuse(DENIED, OPERATORS_USE_A_BROWSER)
  const state = await showFactor(context, person, { code: secondFactor, caller })
  const token = newToken(random)
  const binder = caller.browser || isOperator(roles) ? newToken(random) : null
  const created = await createSession(db, {
    tokenHash: sha256(token),
    personId: person.id,
    passwordHash: person.passwordHash,
    binderHash: binder === null ? null : sha256(binder),
    secondFactor: state === 'shown',
    platform: caller.header.version.slice(0, 1),
    device: deviceName(caller.header, caller.userAgent),
    now: now(),
    expiresAt: sessionEnd(roles, now()),
  })
  if (!created) throw await rejectCredentials()
  await clearFailures(context, throttleKey)
  if (binder !== null) {
    caller.bind(binder)
    caller.remember(device ?? newDevice(context, person))
  }
  return {
    user: { ...toUser(person), userSessionToken: token },
    loyalties: await loyaltiesOf(db, person.id),
    secondFactor: state,
  }
})

/**
 * Shows the code of the login to the account's factor, if it has one.
 * @throws DENIED for a wrong code, RateLimited after wrong ones
 */
async function showFactor(
  context: Context,
  { id }: PersonRow,
  { code, caller }: { code: string; caller: AnonymousCaller },
): Promise<SecondFactorState> {
  const factor = await confirmedFactor(context.db, id)
  if (!factor) return 'none'
  if (code === '') return 'notShown'
  const right = await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, id)
    return person !== undefined && (await checkCode(context, tx, { person, caller }, factor, code))
  })
  if (!right) throw refuse(DENIED, WRONG_CODE, 'second_factor')
  return 'shown'
}
