import { DENIED, INVALID_SESSION, SESSION_OVER } from '#contract/responseCodes.ts'
import type { Db } from '#db/connection.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { liveSession } from '#db/accounts/sessions.ts'
import { recordFailure, clearFailures } from '#db/accounts/loginThrottle.ts'
import { type PersonRow, personById } from '#db/accounts/people.ts'
import type { Context } from '#server/context.ts'
import { assertNotThrottled } from '#server/auth/throttle.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'
import { reauthenticationThrottleKey } from '#server/auth/throttleKeys.ts'

/**
 * The caller's own row, once they have shown their password again; undefined: it is not asked.
 * A stolen session guesses no faster than a stranger at the login, whose guesses count apart: they
 * do not make the owner wait.
 * @throws DENIED when it is wrong, TooMany after wrong ones
 */
export async function reauthenticate(
  context: Context,
  caller: AuthenticatedCaller,
  password: string | undefined,
): Promise<PersonRow> {
  const { db, now, passwords } = context
  const person = await personById(db, caller.personId)
  if (!person || person.deletedAt) throw refuse(INVALID_SESSION, SESSION_OVER)
  if (password === undefined) return person
  const account = reauthenticationThrottleKey(person.id)
  const right = await passwords.turn(async ({ matches }) => {
    await assertNotThrottled(context, account)
    return await matches(password, person.passwordHash)
  })
  await assertNotThrottled(context, account)
  if (!right) {
    await recordFailure(db, account, now())
    throw refuse(DENIED, 'Tu contraseña actual no es correcta.')
  }
  await clearFailures(db, account)
  return person
}

/**
 * The caller's own row, held until the transaction ends, their session looked at again: a reset, a
 * change of password or a deletion that was done since they came in has ended it, and what was on
 * its way with it. Before any other row is held.
 * @throws INVALID_SESSION when it is over
 */
export async function lockOwnRow(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  { personId, sessionHash }: Pick<AuthenticatedCaller, 'personId' | 'sessionHash'>,
): Promise<PersonRow> {
  const person = await lockPerson(tx, personId)
  if (!person || !(await liveSession(tx, sessionHash, now())))
    throw refuse(INVALID_SESSION, SESSION_OVER)
  return person
}
