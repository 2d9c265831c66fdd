import type { App } from '#app/context.ts'
import { deviceInfo } from '#app/device/deviceInfo.ts'
import { userData } from '#contract/user/userData.ts'
import { callLogin } from '#kit/shell/signIn.ts'

/** The fields of the login form. */
export interface Credentials {
  email: string
  password: string
  /** The six digits of an operator's second factor; empty for other users. */
  secondFactor?: string
  /** Whether the session survives the browser. */
  remember: boolean
}

/**
 * Logs in and starts the session.
 * @throws ApiError of `login` or `roles`; no session is started then
 */
export async function signIn(
  { call, session }: Pick<App, 'call' | 'session'>,
  { email, password, secondFactor, remember }: Credentials,
): Promise<void> {
  try {
    const fields = { user: email, password, ...(secondFactor && { secondFactor }) }
    const { user, loyalties, roles } = await callLogin(call, fields, deviceInfo())
    const { userSessionToken, ...profile } = user
    session.start({ user: { ...profile, loyalties, roles }, userSessionToken }, { remember })
  } catch (error) {
    console.error('Ocurrió un error al invocar login', error)
    throw error
  }
}

/** Updates a stored session with the profile and roles that the server has now. An error is only logged. */
export async function refreshUser({ call, session }: Pick<App, 'call' | 'session'>): Promise<void> {
  const token = session.current()?.userSessionToken
  try {
    const { user, roles } = await call(userData, {})
    if (session.current()?.userSessionToken !== token) return
    session.update((stored) => ({ ...stored, user: { ...stored.user, ...user, roles } }))
  } catch (error) {
    console.warn('No se pudieron actualizar los datos de la persona', error)
  }
}
