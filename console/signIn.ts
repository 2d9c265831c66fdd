import type { ConsoleServices } from '#console/context.ts'
import { callLogin, type SignInWay } from '#shared/shell/signIn.ts'

/**
 * Logs in and starts the session, which has to show its second factor before anything else; a passkey
 * has shown it.
 * @throws ApiError; no session is started then
 */
export async function signIn({ call, session }: ConsoleServices, way: SignInWay): Promise<void> {
  const device = { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
  const { user, roles, secondFactor } = await callLogin(call, way, device)
  session.start({
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: roles.map(({ code }) => code),
    userSessionToken: user.userSessionToken,
    secondFactor,
  })
}
