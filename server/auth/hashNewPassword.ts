import { COMMON_PASSWORD } from '#contract/fields/password.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { isCommon } from '#server/auth/commonPasswords.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/errors.ts'

/**
 * Hashes a password that a person chose.
 * @throws a refusal for a common password or the person's own email
 */
export async function hashNewPassword(
  { passwords }: Context,
  password: string,
  email: string,
): Promise<string> {
  if (isCommon(password, email)) throw refuse(DENIED, COMMON_PASSWORD)
  return await passwords.turn(({ hash }) => hash(password))
}
