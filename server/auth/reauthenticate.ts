import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { type PersonRow, personById } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { liveSession } from '#db/accounts/sessions.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { assertNotDelayed, countGuess, delayKey } from '#server/auth/loginDelay.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { refuse, sessionOver } from '#server/http/errors.ts'

/** Time after a login in which the current password is not required, in milliseconds. */
const FRESH_LOGIN_MS = 5 * 60_000

/** Whether the caller has logged in just now: the password need not be typed again. */
export const isFreshLogin = (
  { now }: Pick<Context, 'now'>,
  { signedInAt }: Pick<AuthenticatedCaller, 'signedInAt'>,
): boolean => now().getTime() - signedInAt.getTime() <= FRESH_LOGIN_MS

/**
 * Checks the caller's current password. Its failures are counted apart from those of the login: a
 * stolen session guesses no faster than a stranger at the login, and a stranger at the login does not
 * delay the owner's session.
 * @param password undefined: the call does not ask for it
 * @returns the caller's row
 * @throws DENIED when it is wrong, RateLimited after wrong ones
 */
export async function reauthenticate(
  context: Context,
  caller: AuthenticatedCaller,
  password: string | undefined,
): Promise<PersonRow> {
  const { db, passwords } = context
  const person = await personById(db, caller.personId)
  if (!person || person.deletedAt) throw sessionOver()
  if (password === undefined) return person
  const key = delayKey('own password', person.id)
  const right = await passwords.withSlot(async ({ matches }) => {
    await assertNotDelayed(context, key)
    return await matches(password, person.passwordHash)
  })
  await assertNotDelayed(context, key)
  await countGuess(context, key, right)
  if (!right) throw refuse(WRONG_CURRENT_PASSWORD, 'wrong_password')
  return person
}

/**
 * Runs `work` in a transaction that locks the caller's row first and then checks their session again:
 * a reset, a change of password or a deletion since the start of the call has ended it.
 * @throws INVALID_SESSION when the session has ended
 */
export const inOwnTransaction = <T>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { personId, sessionHash }: Pick<AuthenticatedCaller, 'personId' | 'sessionHash'>,
  work: (tx: Db, person: PersonRow) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person || !(await liveSession(tx, sessionHash, now()))) throw sessionOver()
    return await work(tx, person)
  })
