import type { AnswerOf } from '#contract/call.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

interface LoginResult extends AnswerOf<typeof login> {
  roles: AnswerOf<typeof roles>['list']
}

export type SignInWay = { email: string; remember: boolean } & (
  | { password: string }
  /** The challenge that a suggested passkey has signed; without it the person chooses one now. */
  | { offered: Assertion | undefined }
)

/**
 * Calls `login` or `loginPasskey`, and `roles` with the new token.
 * @throws ApiError of a call, or with a sentence about what the device did; says that cookies are
 *   blocked when the session is invalid at once
 */
export async function callLogin(
  call: Call,
  way: SignInWay,
  device: NonNullable<CallOptions['additionalData']>,
): Promise<LoginResult> {
  const answer = await ('password' in way
    ? call(
        login,
        { user: way.email, password: way.password },
        { as: { token: '', user: way.email }, additionalData: device },
      )
    : (await import('#shared/passkeys/callLoginPasskey.ts')).callLoginPasskey(
        call,
        device,
        way.offered,
      ))
  const { userSessionToken, email } = answer.user
  const { list } = await call(roles, {}, { as: { token: userSessionToken, user: email } }).catch(
    cookiesBlockedError,
  )
  return { ...answer, roles: list }
}

/**
 * Explains an 88 right after login. A session has two halves, a token in the answer and a cookie; the
 * browser did not send the cookie back, so another login would end in the same way.
 */
function cookiesBlockedError(error: unknown): never {
  if (error instanceof ApiError && error.code === INVALID_SESSION)
    throw new ApiError(
      INVALID_SESSION,
      'Parece que tu navegador no guarda cookies. Permitilas para este sitio y probá de nuevo.',
    )
  throw error
}

export interface SignOutProgram {
  call: Call
  session: Pick<SessionStore<StoredSession>, 'end'>
}

/** Ends the session here at once, and asks the server to end it without waiting for its answer. */
export function discardSession({ call, session }: SignOutProgram): void {
  // An answer that does not arrive leaves a session without rights, which expires.
  call(logout, {}).catch(() => undefined)
  session.end()
}

/**
 * Ends the session at the server and then here. Any answer of the server will do: also a refusal
 * means that it does not accept the token any more.
 * @throws ApiError when the outcome is unknown; the session goes on
 */
export async function signOut({ call, session }: SignOutProgram): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error
  }
  session.end()
}
