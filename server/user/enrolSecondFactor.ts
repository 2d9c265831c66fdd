import { DENIED } from '#contract/responseCodes.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { confirmedFactor, storePendingFactor } from '#db/accounts/secondFactors.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { lockOwnRow, reauthenticate } from '#server/auth/reauthenticate.ts'
import { checkCode, WRONG_CODE } from '#server/auth/secondFactorGuesses.ts'
import { encryptSecret, factorUri, newSecret } from '#server/auth/totp.ts'
import type { Context } from '#server/context.ts'
import { type AuthenticatedCaller, defineHandler } from '#server/http/defineHandler.ts'
import { refuse } from '#server/http/errors.ts'

export default defineHandler(
  enrolSecondFactor,
  async (context, { password, secondFactor }, caller) => {
    const person = await reauthenticate(context, caller, password)
    const secret = newSecret(context)
    const stored = await inTransaction(context.db, async (tx) => {
      await lockOwnRow(context, tx, caller)
      if (!(await mayReplace(context, tx, person, { caller, code: secondFactor }))) return false
      await storePendingFactor(tx, person.id, encryptSecret(context, secret))
      return true
    })
    if (!stored) throw refuse(DENIED, WRONG_CODE, 'second_factor')
    return { secret, uri: factorUri(person.email, secret) }
  },
)

/**
 * Whether the caller may replace the factor in force, if there is one.
 * @returns false after a wrong code, whose count the transaction commits
 */
async function mayReplace(
  context: Context,
  tx: Db,
  person: PersonRow,
  { caller, code }: { caller: AuthenticatedCaller; code: string },
): Promise<boolean> {
  const factor = await confirmedFactor(tx, person.id)
  if (!factor) return true
  if (caller.secondFactor !== 'shown')
    throw refuse(DENIED, 'Para cambiar tu segundo factor, ingresá primero con el que tenés.')
  if (code === '') throw refuse(DENIED, SECOND_FACTOR_REQUIRED)
  return await checkCode(context, tx, person, factor, code)
}
