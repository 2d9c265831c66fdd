import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { DENIED } from '#contract/responseCodes.ts'
import type { RoleCode } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { type PersonRow, personByEmail, rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/connection.ts'
import { assertAddressAllowed, countOfAddress } from '#server/auth/addressLimits.ts'
import { checkCode, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { isKnownDevice } from '#server/auth/deviceCookie.ts'
import { isOperator } from '#server/auth/sessionLifetime.ts'
import { answerLogin, assertMayLogIn, startSession } from '#server/auth/startSession.ts'
import {
  assertNotThrottled,
  clearFailures,
  deviceThrottleKey,
  passwordThrottleKey,
  recordFailure,
} from '#server/auth/throttle.ts'
import type { Context } from '#server/context.ts'
import { type AnonymousCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(login, async (context, { user, password, secondFactor }, caller) => {
  const { db, passwords } = context
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
    return refuse(DENIED, 'El correo o la contraseña no son correctos.', 'wrong_credentials')
  }
  if (!right || !person) throw await rejectCredentials()
  const roles = await rolesOf(db, person.id)
  if (!person.confirmedAt) await clearFailures(context, throttleKey)
  assertMayLogIn(person, roles, caller)
  const state = await showFactor(context, person, { roles, code: secondFactor, caller })
  const started = await inTransaction(db, (tx) =>
    startSession(context, tx, { person, roles, secondFactor: state, caller }),
  )
  if (!started) throw await rejectCredentials()
  await clearFailures(context, throttleKey)
  return await answerLogin(context, started, caller)
})

/**
 * Shows the code of the login to the account's factor, if it has one.
 * @throws DENIED for a wrong code, RateLimited after wrong ones
 */
async function showFactor(
  context: Context,
  { id }: PersonRow,
  { roles, code, caller }: { roles: readonly RoleCode[]; code: string; caller: AnonymousCaller },
): Promise<SecondFactorState> {
  const factor = await confirmedFactor(context.db, id)
  if (!factor) {
    // An operator's passkey is shown afterwards, by `secondFactorPasskey`.
    const hasPasskey = isOperator(roles) && (await countPasskeys(context.db, id)) > 0
    return hasPasskey ? 'notShown' : 'none'
  }
  if (code === '') return 'notShown'
  const right = await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, id)
    return person !== undefined && (await checkCode(context, tx, { person, caller }, factor, code))
  })
  if (!right) throw refuse(DENIED, WRONG_CODE, 'wrong_second_factor')
  return 'shown'
}
