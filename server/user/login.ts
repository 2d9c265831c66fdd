import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import type { RoleCode } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { countPasskeys } from '#db/accounts/passkeys.ts'
import { type PersonRow, personByEmail, rolesOf } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { confirmedFactor } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/core/connection.ts'
import { checkCode, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { isKnownDevice } from '#server/auth/deviceCookie.ts'
import { assertNotDelayed, countGuess, delayKey, WRONG_LOGINS } from '#server/auth/loginDelay.ts'
import { answerLogin, assertMayLogIn, startSession } from '#server/auth/startSession.ts'
import type { Context } from '#server/context.ts'
import { type AnonymousCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { take, untake } from '#server/http/limits.ts'
import { isOperator } from '#server/http/sessionLifetime.ts'

export default defineHandler(
  login,
  async (context, { user, password, secondFactor }, caller) => {
    const { db, passwords } = context
    const email = user.trim().toLowerCase()
    const { person, isKnown, key, right } = await passwords.withSlot(async ({ matches }) => {
      caller.assertConnected()
      const person = await personByEmail(db, email)
      const { device } = caller
      const isKnown = isKnownDevice(context, person, device)
      const key = isKnown ? delayKey('device password', device) : delayKey('password', email)
      await assertNotDelayed(context, key)
      // A browser in which the owner has signed in is not slowed by others of its address.
      if (!isKnown) await take(context, caller, WRONG_LOGINS)
      return { person, isKnown, key, right: await matches(password, person?.passwordHash) }
    })
    // Checked again after the hash and before the answer: concurrent tries may have been counted since.
    // It applies to right and wrong passwords alike, because a 429 for one of them would tell which.
    await assertNotDelayed(context, key)
    const rejectCredentials = async () => {
      await countGuess(context, key, false)
      return refuse('El correo o la contraseña no son correctos.', 'wrong_credentials')
    }
    if (!right || !person) throw await rejectCredentials()
    if (!isKnown) await untake(context, caller, WRONG_LOGINS)
    const roles = await rolesOf(db, person.id)
    if (!person.confirmedAt) await countGuess(context, key, true)
    assertMayLogIn(person, roles, caller)
    const state = await showFactor(context, person, { roles, code: secondFactor, caller })
    const started = await inTransaction(db, (tx) =>
      startSession(context, tx, { person, roles, secondFactor: state, caller }),
    )
    if (!started) throw await rejectCredentials()
    await countGuess(context, key, true)
    return await answerLogin(context, started, caller)
  },
  [WRONG_LOGINS],
)

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
  if (!right) throw refuse(WRONG_CODE, 'wrong_second_factor')
  return 'shown'
}
