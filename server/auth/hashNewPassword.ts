import { COMMON_PASSWORD, PERSONAL_PASSWORD } from '#contract/fields/password.ts'
import { isPersonal, type PersonalData } from '#contract/fields/personalPassword.ts'
import { isCommon } from '#server/auth/commonPasswords.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Hashes a password that a person chose.
 * @param person null: the caller may not learn about the person's data yet, see `assertNotPersonal`
 * @throws a refusal for a common password or the person's own data
 */
export async function hashNewPassword(
  { passwords }: Pick<Context, 'passwords'>,
  password: string,
  person: PersonalData | null,
): Promise<string> {
  if (isCommon(password)) throw refuse(COMMON_PASSWORD, 'weak_password')
  if (person) assertNotPersonal(password, person)
  return await passwords.withSlot(({ hash }) => hash(password))
}

/**
 * Refuses a password that consists of the person's own data. A call that proves the account by a code
 * asserts it once the code was right: before, the answer would tell a stranger whose data they are.
 */
export function assertNotPersonal(password: string, person: PersonalData): void {
  if (isPersonal(password, person, isCommon)) throw refuse(PERSONAL_PASSWORD, 'weak_password')
}
