import {
  clearFailures as deleteFailures,
  recordFailure as insertFailure,
  throttledUntil,
} from '#db/accounts/loginThrottle.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { CodePurpose } from '#db/accounts/verificationCodes.ts'
import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * The throttle of whatever can be guessed but second factors: passwords and typed codes. Failures are
 * counted in the database by key, so that all server processes share them and a restart loses none.
 * From the fifth failure on each doubles the wait, up to a minute; a success clears them. Keys are
 * hashes, of unknown accounts as of known ones, so that a count does not reveal which accounts exist.
 */

/** Wrong passwords at the login. */
export const passwordThrottleKey = (email: string) => sha256(email)
/** Wrong passwords from a browser in which the account's owner has signed in. */
export const deviceThrottleKey = (device: string) => sha256(`device ${device}`)
/** Wrong current passwords in a session. */
export const reauthenticationThrottleKey = (personId: string) => sha256(`own ${personId}`)
export const codeThrottleKey = (purpose: CodePurpose, email: string) =>
  sha256(`${purpose} ${email}`)
/** Wrong codes of a change of email. */
export const emailChangeThrottleKey = (personId: string) => sha256(`email change ${personId}`)
/** Wrong one-time codes for the first second factor. */
export const enrolmentThrottleKey = (personId: string) => sha256(`enrolment ${personId}`)

/** Refused assertions of a passkey at the login. */
export const passkeyThrottleKey = (credentialId: string) => sha256(`passkey ${credentialId}`)
/** Refused assertions of a second factor. */
export const passkeyFactorThrottleKey = (personId: string) => sha256(`passkey factor ${personId}`)

/** Every key of one person but those of their browsers and passkeys, which retention deletes a day later. */
export const throttleKeysOf = ({ id, email }: Pick<PersonRow, 'id' | 'email'>): Buffer[] => [
  passwordThrottleKey(email),
  reauthenticationThrottleKey(id),
  codeThrottleKey('confirm', email),
  codeThrottleKey('reset', email),
  emailChangeThrottleKey(id),
  enrolmentThrottleKey(id),
  passkeyFactorThrottleKey(id),
]

/** The clock, and the database or a transaction of it. */
type Counter = Pick<Context, 'db' | 'now'>

/**
 * Refuses while a key is throttled. A caller asserts it again after the check of a guess and before
 * the answer: of many guesses sent at once, only those before the throttle get an answer.
 * @throws RateLimited with the seconds to wait
 */
export async function assertNotThrottled({ db, now }: Counter, key: Buffer): Promise<void> {
  const until = await throttledUntil(db, key, now())
  if (until) throw new RateLimited(Math.ceil((until.getTime() - now().getTime()) / 1000))
}

/**
 * Counts a wrong guess.
 * @returns the number of wrong guesses since the last right one
 */
export const recordFailure = ({ db, now }: Counter, key: Buffer): Promise<number> =>
  insertFailure(db, key, now())

/** Forgets the wrong guesses after a right one. */
export const clearFailures = ({ db }: Pick<Counter, 'db'>, key: Buffer): Promise<void> =>
  deleteFailures(db, key)
