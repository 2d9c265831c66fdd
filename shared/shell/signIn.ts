import type { AnswerOf, RequestOf } from '#contract/call.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { cookiesBlockedError } from '#kit/api/cookiesBlockedError.ts'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

export interface LoginResult extends AnswerOf<typeof login> {
  /** The roles of the session, from the call `roles`. */
  roles: AnswerOf<typeof roles>['list']
}

/**
 * Calls `login`, and `roles` with the new token.
 * @throws ApiError of either call; says that cookies are blocked when the session is invalid at once
 */
export async function callLogin(
  call: Call,
  fields: RequestOf<typeof login>,
  device: NonNullable<CallOptions['additionalData']>,
): Promise<LoginResult> {
  const answer = await call(login, fields, {
    as: { token: '', user: fields.user },
    additionalData: device,
  })
  return await withRoles(call, answer)
}

/**
 * The answer of a login with the roles of its session, from the call `roles`.
 * @throws ApiError; says that cookies are blocked when the new session is invalid at once
 */
export async function withRoles(call: Call, answer: AnswerOf<typeof login>): Promise<LoginResult> {
  const { userSessionToken, email } = answer.user
  const { list } = await call(roles, {}, { as: { token: userSessionToken, user: email } }).catch(
    cookiesBlockedError,
  )
  return { ...answer, roles: list }
}

/** The functions of a program that signing out calls. */
export interface SignOutServices {
  call: Call
  session: Pick<SessionStore<StoredSession>, 'end'>
}

/** Ends the session here at once, and asks the server to end it without waiting for its answer. */
export function discardSession({ call, session }: SignOutServices): void {
  // An answer that does not arrive leaves a session without rights, which expires.
  call(logout, {}).catch(() => undefined)
  session.end()
}

/**
 * Ends the session at the server and then here. Any answer of the server will do: also a refusal
 * means that it does not accept the token any more.
 * @throws ApiError when the outcome is unknown; the session goes on
 */
export async function signOut({ call, session }: SignOutServices): Promise<void> {
  try {
    await call(logout, {})
  } catch (error) {
    if (!(error instanceof ApiError) || error.outcomeUnknown) throw error
  }
  session.end()
}
