import { renewSession } from '#db/accounts/sessions.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { sessionOver } from '#server/http/errors.ts'
import { newToken } from '#server/http/newToken.ts'
import { sha256 } from '#server/http/sha256.ts'

/** A session's new halves. */
export interface Renewed {
  token: string
  /** Null for a session without a binder cookie. */
  binder: string | null
}

/**
 * Gives the caller's session a new token and, in a browser, a new binder, which the handler sets
 * after the transaction.
 * @param change `secondFactorAt`: the session has shown its second factor
 * @throws INVALID_SESSION when a concurrent copy of the same request has renewed it
 */
export async function renewToken(
  { random }: Pick<Context, 'random'>,
  tx: Db,
  { sessionHash }: Pick<AuthenticatedCaller, 'sessionHash'>,
  change: { secondFactorAt?: Date } = {},
): Promise<Renewed> {
  const [token, binder] = [newToken(random), newToken(random)]
  const fresh = { tokenHash: sha256(token), binderHash: sha256(binder), ...change }
  const renewed = await renewSession(tx, sessionHash, fresh)
  if (!renewed) throw sessionOver()
  return { token, binder: renewed.binderHash === null ? null : binder }
}
