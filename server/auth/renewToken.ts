import { renewSession } from '#db/accounts/sessions.ts'
import type { Db } from '#db/core/db.ts'
import { newToken } from '#server/auth/newToken.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { sessionOver } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/** A session's new halves. */
interface Renewed {
  token: string
  /** Null for a session without a binder cookie. */
  binder: string | null
}

/**
 * Gives the caller's session a new token and, in a browser, a new binder, whose cookie the handler sets.
 * @param change `secondFactorAt`: the session has shown its second factor
 * @param halves of a call whose repeats are answered the same; by default random
 * @throws INVALID_SESSION when the session is over
 */
export async function renewToken(
  { random }: Pick<Context, 'random'>,
  tx: Db,
  { sessionHash }: Pick<AuthenticatedCaller, 'sessionHash'>,
  change: { secondFactorAt?: Date } = {},
  { token, binder }: Pick<Renewed, 'token'> & { binder: string } = {
    token: newToken(random),
    binder: newToken(random),
  },
): Promise<Renewed> {
  const fresh = { tokenHash: sha256(token), binderHash: sha256(binder), ...change }
  const renewed = await renewSession(tx, sessionHash, fresh)
  if (!renewed) throw sessionOver()
  return { token, binder: renewed.binderHash === null ? null : binder }
}
