import { ENROLMENT_CODE_REQUIRED, WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { isEnrolmentCode } from '#db/accounts/secondFactors.ts'
import type { Db } from '#db/core/db.ts'
import { assertNotDelayed, countGuess, delayKey } from '#server/auth/loginDelay.ts'
import type { Context } from '#server/context.ts'
import { type Refusal, refuse } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * Checks the one-time code for the first second factor, without which a stolen password could enrol
 * one. The call that puts the factor into force uses it up: until then the enrolment may be begun
 * again. The caller commits its transaction also after a wrong code, so that it is counted.
 * @returns the refusal of a wrong code; null when it is right
 * @throws DENIED without a code, RateLimited after wrong ones
 */
export async function checkEnrolmentCode(
  { now }: Pick<Context, 'now'>,
  tx: Db,
  personId: string,
  code: string,
): Promise<Refusal | null> {
  if (code === '') throw refuse(ENROLMENT_CODE_REQUIRED, 'enrolment_code_required')
  const [counter, key] = [{ db: tx, now }, delayKey('enrolment', personId)]
  await assertNotDelayed(counter, key)
  const right = await isEnrolmentCode(tx, { personId, codeHash: sha256(code), now: now() })
  await countGuess(counter, key, right)
  return right ? null : refuse(WRONG_ENROLMENT_CODE, 'wrong_enrolment_code')
}
