import type { ConsoleServices } from '#console/context.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { callLoginPasskey } from '#shared/passkeys/callLoginPasskey.ts'
import { callLogin, type LoginResult } from '#shared/shell/signIn.ts'

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
  const fields = { user: email, password }
  startSession(session, await callLogin(call, fields, device()))
}

/** Signs in by a passkey, as `signIn` by the password; the session has shown its second factor. */
export async function signInByPasskey(
  { call, session }: ConsoleServices,
  offered?: Assertion,
): Promise<void> {
  startSession(session, await callLoginPasskey(call, device(), offered))
}

const device = () => ({ platform: 'browser', model: navigator.userAgent.slice(0, 100) })

const startSession = (
  session: ConsoleServices['session'],
  { user, roles, secondFactor }: LoginResult,
): void =>
  session.start({
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: roles.map(({ code }) => code),
    userSessionToken: user.userSessionToken,
    secondFactor,
  })
