import type { ConsoleServices } from '#console/context.ts'
import { callLogin } from '#kit/shell/signIn.ts'

/** The fields of the login form. */
export interface Credentials {
  email: string
  password: string
}

/**
 * Logs in and starts the session, which has to show its second factor before anything else.
 * @throws ApiError of `login` or `roles`; no session is started then
 */
export async function signIn(
  { call, session }: ConsoleServices,
  { email, password }: Credentials,
): Promise<void> {
  const device = { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
  const fields = { user: email, password }
  const { user, roles, secondFactor } = await callLogin(call, fields, device)
  session.start({
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: roles.map(({ code }) => code),
    userSessionToken: user.userSessionToken,
    secondFactor,
  })
}
