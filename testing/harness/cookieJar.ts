/**
 * The cookies of sessions by their token, as a browser keeps them: the session of an operator is
 * valid only with them.
 */
export function createCookieJar() {
  const byToken = new Map<string, string[]>()
  return {
    /** Stores the cookies of an answer that carries a new token. */
    store(answer: object, headers: Headers): void {
      const { user, userSessionToken = user?.userSessionToken } = answer as Tokens
      const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
      if (userSessionToken && cookies.length > 0) byToken.set(userSessionToken, cookies)
    },
    /** The headers of a call with that token. */
    headersOf(token: string): Record<string, string> {
      const cookies = byToken.get(token)
      if (!cookies) return {}
      const xsrf = cookies.find((cookie) => /^[^=]*XSRF/.test(cookie))?.split('=')[1] ?? ''
      return { cookie: cookies.join('; '), 'x-xsrf-token': xsrf }
    },
  }
}

interface Tokens {
  userSessionToken?: string
  user?: { userSessionToken?: string }
}
