import type { AnswerOf } from '#contract/call.ts'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { UNVERIFIED } from '#contract/responseCodes.ts'
import type { RoleCode } from '#contract/roles.ts'
import type { login } from '#contract/user/login.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { createSession } from '#db/accounts/sessions.ts'
import type { Db } from '#db/core/db.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { isKnownDevice, newDevice } from '#server/auth/deviceCookie.ts'
import { newToken } from '#server/auth/newToken.ts'
import { toUser } from '#server/auth/toUser.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { deviceName } from '#server/http/deviceName.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { isOperator, sessionEnd } from '#server/http/sessionLifetime.ts'
import { sha256 } from '#server/http/sha256.ts'

/** `responseDescription` of an operator's login in the phone app. */
const OPERATORS_USE_A_BROWSER =
  'Tu usuario trabaja desde el navegador: abrí Surtidor en la computadora o en el navegador del teléfono.'

/** `responseDescription` of a login to an account that an operator has locked. */
const ACCOUNT_LOCKED =
  'El ingreso a tu cuenta está bloqueado. Para volver a usarla, comunicate con la red.'

/**
 * Checks whether an authenticated person may have a session.
 * @throws UNVERIFIED for an account that is not confirmed, DENIED for a locked one and for an operator
 * in the phone app
 */
export function assertMayLogIn(
  { confirmedAt, lockedAt }: PersonRow,
  roles: readonly RoleCode[],
  { webView }: AnonymousCaller,
): void {
  if (!confirmedAt)
    throw new Refusal(
      UNVERIFIED,
      'Todavía no confirmaste tu cuenta. El código que te mandamos por correo dura 10 minutos: uno viejo ya no sirve.',
      'unconfirmed',
    )
  if (lockedAt) throw refuse(ACCOUNT_LOCKED, 'account_locked')
  // The session of an operator is always bound to cookies.
  if (isOperator(roles) && webView) throw refuse(OPERATORS_USE_A_BROWSER, 'use_a_browser')
}

interface Login {
  /** The row with which the person was authenticated. */
  person: PersonRow
  roles: readonly RoleCode[]
  secondFactor: SecondFactorState
  caller: AnonymousCaller
  byPasskey?: boolean
}

/**
 * Creates the session of an authenticated person, in the caller's transaction.
 * @returns null when the password has changed or the account was deleted since the authentication
 */
export async function startSession(
  { now, random }: Context,
  tx: Db,
  { person, roles, secondFactor, caller, byPasskey = false }: Login,
) {
  const token = newToken(random)
  // No cookie is bound to the session of a program that is no browser.
  const binder = caller.browser || isOperator(roles) ? newToken(random) : null
  const created = await createSession(tx, {
    tokenHash: sha256(token),
    personId: person.id,
    passwordHash: person.passwordHash,
    binderHash: binder === null ? null : sha256(binder),
    secondFactor: secondFactor === 'shown',
    byPasskey,
    platform: caller.header.version.slice(0, 1),
    device: deviceName(caller.header, caller.userAgent),
    now: now(),
    expiresAt: sessionEnd(roles, now()),
  })
  return created ? { token, binder, person, secondFactor } : null
}

/** Sets the cookies of a new session and answers `login`. */
export async function answerLogin(
  context: Context,
  started: NonNullable<Awaited<ReturnType<typeof startSession>>>,
  caller: AnonymousCaller,
): Promise<AnswerOf<typeof login>> {
  const { token, binder, person, secondFactor } = started
  if (binder !== null) {
    caller.bind(binder)
    const { device } = caller
    caller.remember(isKnownDevice(context, person, device) ? device : newDevice(context, person))
  }
  return {
    user: { ...toUser(person), userSessionToken: token },
    loyalties: await loyaltiesOf(context.db, person.id, context.now()),
    secondFactor,
  }
}
