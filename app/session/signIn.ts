import { deviceInfo } from '#app/device/deviceInfo.ts'
import type { Session, SessionStore } from '#app/session/session.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { userData } from '#contract/user/userData.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { cookiesBlockedError } from '#kit/api/cookiesBlockedError.ts'

interface With {
  call: Call
  session: SessionStore
}

/** What a person writes to come in. */
export interface Credentials {
  email: string
  password: string
  /** An operator's six digits; empty for everybody else. */
  secondFactor?: string
  remember: boolean
}

/**
 * Logs in and holds the session, once it is known which pages it opens.
 * @throws Failure of login or roles; nothing is held then
 */
export async function signIn(
  { call, session }: With,
  { email, password, secondFactor, remember }: Credentials,
): Promise<Session> {
  try {
    const nobody = { token: '', user: email }
    const answer = await call(
      login,
      { user: email, password, ...(secondFactor && { secondFactor }) },
      { as: nobody, additionalData: deviceInfo() },
    )
    const { userSessionToken, ...profile } = answer.user
    const { list } = await call(
      roles,
      {},
      { as: { token: userSessionToken, user: profile.email } },
    ).catch(cookiesBlockedError)
    const user = { ...profile, loyalties: answer.loyalties, roles: list }
    const begun = { user, userSessionToken }
    session.enter(begun, remember)
    return begun
  } catch (error) {
    console.error('Ocurrió un error al invocar login', error)
    throw error
  }
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

/** Brings a stored session up to date. Failing is no harm: what is held goes on. */
export async function refreshUser({ call, session }: With): Promise<void> {
  const token = session.current()?.userSessionToken
  try {
    const { user, roles } = await call(userData, {})
    if (session.current()?.userSessionToken !== token) return
    session.update(user)
    session.setRoles(roles)
  } catch (error) {
    console.warn('No se pudieron actualizar los datos de la persona', error)
  }
}
