import type { ConsoleServices } from '#console/context.ts'
import { callLogin } from '#kit/shell/signIn.ts'

/** The fields of the login form. */
export interface Credentials {
  email: string
  password: string
  /** Six digits; empty for an operator without a second factor. */
  secondFactor: string
}

/**
 * Logs in and starts the session.
 * @throws ApiError of `login` or `roles`; no session is started then
 */
export async function signIn(
  { call, session }: ConsoleServices,
  { email, password, secondFactor }: Credentials,
): Promise<void> {
  const device = { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
  const { user, roles } = await callLogin(call, { user: email, password, secondFactor }, device)
  session.start({
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: roles.map(({ code }) => code),
    userSessionToken: user.userSessionToken,
    // The server asks every operator who has a second factor for it.
    secondFactor: secondFactor !== '',
  })
}
