import type { App } from '#app/context.ts'
import { deviceInfo } from '#app/device/deviceInfo.ts'
import type { Session } from '#app/session/session.ts'
import { userData } from '#contract/user/userData.ts'
import { callLogin, type LoginResult } from '#shared/shell/signIn.ts'

/** The fields of the login form. */
export interface Credentials {
  email: string
  password: string
  /** Whether the session survives the browser. */
  remember: boolean
}

/**
 * Logs in and starts the session, which may have to show its second factor first.
 * @throws ApiError of `login` or `roles`; no session is started then
 */
export async function signIn(
  { call, session, clock }: Pick<App, 'call' | 'session' | 'clock'>,
  { email, password, remember }: Credentials,
): Promise<void> {
  try {
    const fields = { user: email, password }
    const result = await callLogin(call, fields, deviceInfo())
    startSession(session, result, { remember, passwordTypedAt: clock.now().getTime() })
  } catch (error) {
    console.error('Ocurrió un error al invocar login', error)
    throw error
  }
}

/** Stores the session of a login. */
export function startSession(
  session: App['session'],
  { user, loyalties, roles, secondFactor }: LoginResult,
  { remember, ...more }: { remember: boolean } & Pick<Session, 'passwordTypedAt'>,
): void {
  const { userSessionToken, ...profile } = user
  session.start(
    { user: { ...profile, loyalties, roles }, userSessionToken, secondFactor, ...more },
    { remember },
  )
}

/** Updates a stored session with the profile and roles that the server has now. An error is only logged. */
export async function refreshUser({ call, session }: Pick<App, 'call' | 'session'>): Promise<void> {
  const token = session.current()?.userSessionToken
  try {
    const { user, roles, secondFactor } = await call(userData, {})
    if (session.current()?.userSessionToken !== token) return
    session.update((stored) => ({
      ...stored,
      user: { ...stored.user, ...user, roles },
      secondFactor,
    }))
  } catch (error) {
    console.warn('No se pudieron actualizar los datos de la persona', error)
  }
}
