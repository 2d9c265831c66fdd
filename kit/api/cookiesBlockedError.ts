import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { CallFailure } from '#kit/api/apiError.ts'

/**
 * A session that is over right after its login: the browser gave back the half that a program
 * holds, and not the cookie. Logging in again would end the same way.
 * @throws CallFailure that says so; anything else as it came
 */
export function cookiesWanted(error: unknown): never {
  if (error instanceof CallFailure && error.code === INVALID_SESSION)
    throw new CallFailure(
      INVALID_SESSION,
      'Parece que tu navegador no guarda cookies. Permitilas para este sitio y probá de nuevo.',
    )
  throw error
}
