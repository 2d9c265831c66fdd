import type { ActionField } from '#contract/console/objectPage.ts'
import { TotpCode } from '#contract/fields/totpCode.ts'
import type { Db } from '#db/core/db.ts'
import { checkConfirmedFactor, WRONG_CODE } from '#server/auth/checkSecondFactorCode.ts'
import { inOwnTransaction } from '#server/auth/reauthenticate.ts'
import { readField } from '#server/console/readField.ts'
import type { Acting } from '#server/console/servedKind.ts'
import { refuse } from '#server/http/errors.ts'

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
 * Does an action in a transaction that has checked the operator's second factor again: a session's
 * cookie alone does not do it. A wrong code is counted as at the login.
 * @param earlier a repeat of the request needs no second code; undefined: it is the first
 * @throws a refusal of the code
 */
export async function withFactorShown<T>(
  { context, caller, fields }: Acting,
  earlier: (tx: Db) => Promise<T | undefined>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const code = readField(TotpCode, fields.code ?? '', MISSING)
  const done = await inOwnTransaction(context, caller, async (tx, person) => {
    const before = await earlier(tx)
    if (before !== undefined) return { result: before }
    if (!(await checkConfirmedFactor(context, tx, { person, caller }, code))) return null
    return { result: await work(tx) }
  })
  // The wrong code is counted, so that its transaction ends without an error.
  if (!done) throw refuse(WRONG_CODE, 'wrong_second_factor')
  return done.result
}
