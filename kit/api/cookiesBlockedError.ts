import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { ApiError } from '#kit/api/apiError.ts'

/**
 * Explains an 88 right after login. A session has two halves, a token in the answer and a cookie; the
 * browser did not send the cookie back, so another login would end in the same way.
 * @throws ApiError that says that cookies are blocked, for code 88; any other error unchanged
 */
export function cookiesBlockedError(error: unknown): never {
  if (error instanceof ApiError && error.code === INVALID_SESSION)
    throw new ApiError(
      INVALID_SESSION,
      'Parece que tu navegador no guarda cookies. Permitilas para este sitio y probá de nuevo.',
    )
  throw error
}
