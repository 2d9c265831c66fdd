import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'

/**
 * A session that is over right after its login: the browser gave back the half that a program
 * holds, and not the cookie. Logging in again would end the same way.
 * @throws CallFailure that says so; anything else as it came
 */
export function cookiesBlockedError(error: unknown): never {
  if (error instanceof ApiError && error.code === INVALID_SESSION)
    throw new ApiError(
      INVALID_SESSION,
      'Parece que tu navegador no guarda cookies. Permitilas para este sitio y probá de nuevo.',
    )
  throw error
}
