import type { ActionField } from '#contract/console/objectPage.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import type { Db } from '#db/core/db.ts'
import { checkConfirmedFactor, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import type { Acting } from '#server/console/consoleKind.ts'
import { readField } from '#server/console/readField.ts'
import { refuseAndCommit } from '#server/http/errors.ts'

const MISSING = 'Escribí el código de tu segundo factor.'

/** The field of an action that asks for the second factor again. */
export const FACTOR_FIELD: ActionField = {
  name: 'code',
  label: 'Código de tu segundo factor',
  type: 'secondFactor',
  hint: 'El de la app de códigos, aunque ya hayas ingresado.',
  options: [],
}

/**
 * Does an action after the operator's second factor was checked again: a session's cookie alone does not
 * do it. A wrong code is counted as at the login.
 * @throws a refusal of the code
 */
export async function withFactorShown<T>(
  { context, caller, fields }: Pick<Acting, 'context' | 'caller' | 'fields'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const code = readField(TotpCode, fields.code ?? '', MISSING)
  return await inOwnTransaction(context, caller, async (tx, person) => {
    if (!(await checkConfirmedFactor(context, tx, { person, caller }, code)))
      throw refuseAndCommit(WRONG_CODE, 'wrong_second_factor')
    return await work(tx)
  })
}
