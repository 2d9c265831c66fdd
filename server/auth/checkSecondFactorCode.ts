import type { PersonRow } from '#db/accounts/people.ts'
import {
  codeWait,
  confirmedFactor,
  consumeStep,
  countWrongCode,
  type Factor,
  takeBackOwnCodes,
} from '#db/accounts/secondFactors.ts'
import type { Db } from '#db/core/db.ts'
import { stepOf } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { RateLimited, refuse } from '#server/http/errors.ts'
import { SECOND_FACTOR_GUESSED } from '#server/mail/emailTemplates.ts'
import { type CallingDevice, queueSecurityEmail } from '#server/mail/securityEmail.ts'

/** The fifth wrong code starts the waits; it and each fifth after it are reported to the owner. */
const REPORTED_FAILURES = 5

/** `responseDescription` of a code that is wrong or was used before. */
export const WRONG_CODE = 'El código del segundo factor no es correcto o ya se usó.'

/** Whose factor is guessed, and the call that guesses it. */
interface Guesser {
  person: PersonRow
  /** The session that sends the code; absent: a login. */
  caller: CallingDevice & { sessionHash?: Buffer }
}

/**
 * Checks a guess of a person's second factor. Guesses at the login and in sessions are counted
 * together, for good (docs/decisions/0010-second-factor.md); only who has the password can make
 * one. The caller holds the lock on the person's row, so that each failure counts before the next
 * check, and commits its transaction also after a wrong guess.
 * @param isRight checks the code; it is not called while the person is delayed
 * @throws RateLimited after wrong guesses
 */
export async function checkGuess(
  context: Context,
  tx: Db,
  { person, caller }: Guesser,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const now = context.now()
  const sessionHash = caller.sessionHash ?? null
  const until = await codeWait(tx, person.id, now)
  if (until) throw new RateLimited(Math.ceil((until.getTime() - now.getTime()) / 1000))
  if (await isRight()) {
    await takeBackOwnCodes(tx, person.id, sessionHash)
    return true
  }
  const failures = await countWrongCode(tx, { personId: person.id, sessionHash, now })
  if (failures % REPORTED_FAILURES === 0)
    await queueSecurityEmail(context, tx, SECOND_FACTOR_GUESSED, {
      recipient: person.email,
      event: `factor guesses ${context.random(16).toString('hex')}`,
      caller,
    })
  return false
}

/**
 * Checks a code of the person's confirmed factor, as `checkCode`, before what a session's cookie alone may not do.
 * @throws a refusal when there is no such factor
 */
export async function checkConfirmedFactor(
  context: Context,
  tx: Db,
  guesser: Guesser,
  code: string,
): Promise<boolean> {
  const factor = await confirmedFactor(tx, guesser.person.id)
  if (!factor)
    throw refuse(
      'Para esto hace falta el código de un segundo factor: activalo en «Mi cuenta».',
      'second_factor_first',
    )
  return await checkCode(context, tx, guesser, factor, code)
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
    const step = stepOf(context, { personId, stored: secret }, code)
    return step !== null && (await consumeStep(tx, personId, step))
  })
