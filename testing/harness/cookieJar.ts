/** The token of a login, or the one that renews that of a session. */
export function newTokenIn(answer: object): string | undefined {
  const { user, userSessionToken = user?.userSessionToken } = answer as {
    userSessionToken?: string
    user?: { userSessionToken?: string }
  }
  return userSessionToken
}

const byToken = new Map<string, string[]>()

/**
 * The cookies of all sessions of this process by their token, as a browser keeps them: the session of
 * an operator is valid only with them.
 */
export const cookieJar = {
  /** Stores the cookies of an answer that carries a new token. */
  store(answer: object, headers: Headers): void {
    const token = newTokenIn(answer)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
    if (token && cookies.length > 0) byToken.set(token, cookies)
  },
  /** The headers of a call with that token. */
  headersOf(token: string): Record<string, string> {
    const cookies = byToken.get(token)
    if (!cookies) return {}
    const xsrf = cookies.find((cookie) => /^[^=]*XSRF/.test(cookie))?.split('=')[1] ?? ''
    return { cookie: cookies.join('; '), 'x-xsrf-token': xsrf }
  },
}
