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
  if (isCommon(password, email))
    throw refuse(DENIED, 'Esa contraseña es de las primeras que cualquiera probaría. Elegí otra.')
  return await passwords.turn(({ hash }) => hash(password))
}
