import { HOUR_MS } from '#contract/dates.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { consumeStep, type Factor } from '#db/accounts/secondFactors.ts'
import type { Db } from '#db/connection.ts'
import {
  assertNotThrottled,
  clearFailures,
  recordFailure,
  totpThrottleKey,
} from '#server/auth/throttle.ts'
import { stepOf } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { circumstancesOf } from '#server/mail/circumstances.ts'
import { SECOND_FACTOR_GUESSED } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

/** The longest wait after wrong codes, in seconds: a day, so that a year admits few hundred of a million codes. */
const MAX_WAIT = (24 * HOUR_MS) / 1000
/** The failure that starts the waits and is reported to the owner. */
const REPORTED_FAILURE = 5

/** `responseDescription` of a code that is wrong or was used before. */
export const WRONG_CODE = 'El código del segundo factor no es correcto o ya se usó.'

/** Whose factor is guessed, and the call that guesses it. */
interface Guesser {
  person: PersonRow
  caller: Pick<AnonymousCaller, 'header' | 'userAgent'>
}

/**
 * Checks a guess of a person's second factor. Guesses at the login and in sessions are counted
 * together; only who has the password can make one. The caller holds the lock on the person's row,
 * so that each failure counts before the next check, and commits its transaction also after a wrong
 * guess.
 * @param isRight checks the code; it is not called while the person is throttled
 * @throws RateLimited after wrong guesses
 */
export async function checkGuess(
  context: Context,
  tx: Db,
  { person, caller }: Guesser,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const counter = { db: tx, now: context.now }
  const key = totpThrottleKey(person.id)
  await assertNotThrottled(counter, key)
  if (await isRight()) {
    await clearFailures(counter, key)
    return true
  }
  const failures = await recordFailure(counter, key, MAX_WAIT)
  if (failures === REPORTED_FAILURE)
    await queueEmail(context, tx, SECOND_FACTOR_GUESSED, {
      recipient: person.email,
      event: `factor guesses ${context.random(16).toString('hex')}`,
      values: {
        ...circumstancesOf(context, caller),
        link: `${context.config.publicUrl}/#/resetPassword`,
      },
    })
  return false
}

/** Checks a code of the factor in force, as `checkGuess`, and marks its time step as used. */
export const checkCode = (
  context: Context,
  tx: Db,
  guesser: Guesser,
  { personId, secret }: Factor,
  code: string,
): Promise<boolean> =>
  checkGuess(context, tx, guesser, async () => {
    const step = stepOf(context, secret, code)
    return step !== null && (await consumeStep(tx, personId, step))
  })
