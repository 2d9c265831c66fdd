import type { CallContract } from '#contract/call.ts'
import type { ClientProgram } from '#contract/clientProgram.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import { logout } from '#contract/user/logout.ts'
import { hasExpired, liveSession, sessionOfReplacedToken } from '#db/accounts/sessions.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller, AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { CrossSiteError, refuse, sessionOver } from '#server/http/errors.ts'
import { boundBinder, type SessionCookies } from '#server/http/sessionCookies.ts'
import { isOperator, secondFactorOf, sessionEnd, touchIfDue } from '#server/http/sessionLifetime.ts'
import { sha256 } from '#server/http/sha256.ts'

/** The cookies of a call that concern its session, and how its answer sets them. */
export interface CookiesOfCall extends SessionCookies {
  /** Sets the cookies of a program's session; null clears them. */
  bind: (program: ClientProgram, binder: string | null) => void
}

const NO_COOKIES =
  'La sesión de un operador va con las cookies que dio su inicio de sesión: guardalas, mandalas con cada llamada, e ingresá el segundo factor.'

/** The caller of a session in force: of its token and, in a browser, of its binder cookie. */
export async function authenticate(
  context: Context,
  call: CookiesOfCall,
  anonymous: AnonymousCaller,
  { name, changes }: Pick<CallContract, 'name' | 'changes'>,
): Promise<AuthenticatedCaller> {
  const { userSessionToken: token, auditNumber } = anonymous.header
  const now = context.now()
  const sessionHash = sha256(token)
  const ofCall = changes ? auditNumber : undefined
  const session = token ? await usableSession(context, sessionHash, ofCall) : undefined
  if (!session) {
    const isEnded = token !== '' && !(await hasExpired(context.db, sessionHash))
    throw sessionOver(isEnded ? 'session_ended' : undefined)
  }
  const { roles, createdAt } = session
  let { bind } = anonymous
  if (session.binderHash) {
    const binder = boundBinder(call, session.binderHash)
    if (binder) {
      if (!binder.sameSite) throw new CrossSiteError()
      // Renewing or ending the session concerns the cookies that it came with.
      bind = (fresh) => call.bind(binder.program, fresh)
    } else {
      // A client that keeps no cookies and has never shown the factor learns what is missing, and may end
      // its session, which has no rights to lose.
      const isNew = session.secondFactorAt === null && isOperator(roles)
      // A token taken out of its browser is refused without the binder cookie.
      if (call.binders.length > 0 || !isNew) throw sessionOver()
      if (name !== logout.name) throw refuse(NO_COOKIES, 'second_factor_missing')
    }
  }
  await touchIfDue(context, { ...session, sessionHash, now })
  return {
    ...anonymous,
    bind,
    personId: session.personId,
    roles,
    sessionId: session.id,
    sessionHash,
    signedInAt: createdAt,
    secondFactor: secondFactorOf(session, now),
    firstRequest: session.firstRequest,
  }
}

/**
 * The session in force whose last renewal replaced the token and, in a browser, the binder cookie of a call.
 * They authenticate a repeat of what was answered, and nothing else.
 */
export async function sessionOfReplaced(
  context: Context,
  call: CookiesOfCall,
  { userSessionToken }: RequestHeader,
): Promise<(Pick<AuthenticatedCaller, 'bind'> & { sessionId: string }) | undefined> {
  const replaced = await sessionOfReplacedToken(context.db, sha256(userSessionToken))
  const session = replaced && (await usableSession(context, replaced.tokenHash))
  if (!session) return undefined
  const { replacedBinderHash } = replaced
  const cookie = replacedBinderHash && boundBinder(call, replacedBinderHash)
  if (replacedBinderHash && !cookie?.sameSite) return undefined
  return { sessionId: session.id, bind: (fresh) => cookie && call.bind(cookie.program, fresh) }
}

/** The live session of a token's hash. Its stored expiry may be of roles that the person had then. */
async function usableSession({ db, now }: Context, hash: Buffer, auditNumber?: string) {
  const session = await liveSession(db, hash, now(), auditNumber)
  if (!session) return undefined
  const { roles, seenAt, createdAt, binderHash } = session
  const isInTime = sessionEnd(roles, seenAt, createdAt) > now()
  // An operator's session is bound.
  return isInTime && (binderHash || !isOperator(roles)) ? session : undefined
}
