import type { App } from '#app/context.ts'
import { deviceInfo } from '#app/device/deviceInfo.ts'
import { userData } from '#contract/user/userData.ts'
import { callLogin, type SignInWay } from '#shared/shell/signIn.ts'

/**
 * Logs in and starts the session, which may have to show its second factor first.
 * @throws ApiError; no session is started then
 */
export async function signIn(
  { call, session, clock }: Pick<App, 'call' | 'session' | 'clock'>,
  way: SignInWay,
): Promise<void> {
  try {
    const { user, loyalties, roles, secondFactor } = await callLogin(call, way, deviceInfo())
    const { userSessionToken, ...profile } = user
    const started = { user: { ...profile, loyalties, roles }, userSessionToken, secondFactor }
    const passwordTypedAt = 'password' in way ? clock.now().getTime() : undefined
    session.start({ ...started, passwordTypedAt }, { remember: way.remember })
  } catch (error) {
    console.error('Ocurrió un error al invocar login', error)
    throw error
  }
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
