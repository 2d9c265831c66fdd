import { clearFailures, delayedUntil, recordFailure } from '#db/accounts/loginDelay.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/http/errors.ts'
import type { Limit } from '#server/http/limits.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * The growing delay of whatever can be guessed but second factors. Failures are counted in the database
 * by key, so that all server processes share them and a restart loses none. From the fifth failure on
 * each doubles the wait, up to a minute; a success clears them. Keys are hashes, of unknown accounts as
 * of known ones, so that a count does not reveal which accounts exist.
 */

/** The kinds of guesses about an account, by its email: passwords at the login, and mailed codes. */
const BY_EMAIL = ['password', 'confirm', 'reset'] as const
/** By the person's id: passwords in a session, and codes and passkeys that a session sends. */
const BY_PERSON = ['own password', 'email change', 'enrolment', 'passkey factor'] as const
/**
 * By a device cookie: passwords from a browser in which the owner has signed in. By a credential's id:
 * refused assertions of a passkey at the login. Retention deletes these a day later.
 */
const BY_DEVICE = ['device password', 'passkey'] as const
type Guessed = (typeof BY_EMAIL | typeof BY_PERSON | typeof BY_DEVICE)[number]

/** @param of the email, the person's id, the device cookie or the credential's id */
export const delayKey = (guessed: Guessed, of: string): Buffer => sha256(`${guessed} ${of}`)

/** Every key of one person but those of their browsers and passkeys. */
export const delayKeysOf = ({ id, email }: Pick<PersonRow, 'id' | 'email'>): Buffer[] => [
  ...BY_EMAIL.map((guessed) => delayKey(guessed, email)),
  ...BY_PERSON.map((guessed) => delayKey(guessed, id)),
]

/**
 * Wrong passwords and passkeys of one address, of whatever accounts. A right one gives its point back.
 */
export const WRONG_LOGINS: Limit = {
  name: 'wrong login',
  by: 'address',
  points: 40,
  per: 40 * 60_000,
  taken: 'within',
  removable: true,
}

/** The clock, and the database or a transaction of it. */
type Counter = Pick<Context, 'db' | 'now'>

/**
 * Refuses while a key is delayed. A caller asserts it again after the check of a guess and before the
 * answer: of many guesses sent at once, only those before the delay get an answer.
 * @throws RateLimited with the seconds to wait
 */
export async function assertNotDelayed({ db, now }: Counter, key: Buffer): Promise<void> {
  const until = await delayedUntil(db, key, now())
  if (until) throw new RateLimited(Math.ceil((until.getTime() - now().getTime()) / 1000))
}

/** Counts a wrong guess, or forgets the wrong ones after a right one. */
export async function countGuess(
  { db, now }: Counter,
  key: Buffer,
  isRight: boolean,
): Promise<void> {
  await (isRight ? clearFailures(db, key) : recordFailure(db, key, now()))
}
