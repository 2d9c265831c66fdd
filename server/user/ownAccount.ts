import { DENIED, INVALID_SESSION, SESSION_OVER } from '#contract/codes.ts'
import { countGuess, forgetGuesses } from '#db/sessions.ts'
import { type PersonRow, personById } from '#db/users.ts'
import type { Context } from '#server/context.ts'
import { holdBack } from '#server/guesses.ts'
import { type Caller, refuse } from '#server/serve.ts'
import { ownGuesses } from '#server/user/guessAccounts.ts'

/**
 * The caller's own row, once they have shown their password again; undefined: it is not asked.
 * A stolen session guesses no faster than a stranger at the login, whose guesses count apart: they
 * do not make the owner wait.
 * @throws DENIED when it is wrong, TooMany after wrong ones
 */
export async function ownAccount(
  context: Context,
  caller: Caller,
  password: string | undefined,
): Promise<PersonRow> {
  const { db, now, passwords } = context
  const person = await personById(db, caller.personId)
  if (!person) throw refuse(INVALID_SESSION, SESSION_OVER)
  if (password === undefined) return person
  const account = ownGuesses(person.id)
  const right = await passwords.turn(async ({ matches }) => {
    await holdBack(context, account)
    return await matches(password, person.passwordHash)
  })
  await holdBack(context, account)
  if (!right) {
    await countGuess(db, account, now())
    throw refuse(DENIED, 'Tu contraseña actual no es correcta.')
  }
  await forgetGuesses(db, account)
  return person
}
