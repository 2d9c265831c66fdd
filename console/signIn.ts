import type { Session, SessionStore } from '#console/session.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { cookiesBlockedError } from '#kit/api/cookiesBlockedError.ts'

interface With {
  call: Call
  session: SessionStore
}

/** What an operator writes to come in. */
export interface Credentials {
  email: string
  password: string
  /** The six digits of the moment; empty for who has no second factor yet. */
  secondFactor: string
}

/**
 * Logs in and holds the session, once it is known what it opens.
 * @throws CallFailure of login or roles; nothing is held then
 */
export async function signIn(
  { call, session }: With,
  { email, password, secondFactor }: Credentials,
): Promise<void> {
  const { user } = await call(
    login,
    { user: email, password, secondFactor },
    {
      as: { token: '', user: email },
      additionalData: { platform: 'browser', model: navigator.userAgent.slice(0, 100) },
    },
  )
  const token = user.userSessionToken
  const { list } = await call(roles, {}, { as: { token, user: user.email } }).catch(
    cookiesBlockedError,
  )
  const begun: Session = {
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: list.map(({ code }) => code),
    token,
    // Who has one was asked for it: no login succeeds beside it.
    secondFactor: secondFactor !== '',
  }
  session.enter(begun)
}

/**
 * Ends the session at the server and then here: whatever the server answers, it has heard.
 * @throws CallFailure when nobody answered; the session goes on
 */
export async function signOut({ call, session }: With): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error
  }
  session.leave()
}
