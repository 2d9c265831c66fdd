/** What of a browser's page the two functions below use; they run there, not here. */
interface Browser {
  sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }
  document: { cookie: string }
}
interface Request {
  url: string
  body?: string
  headers: Record<string, string>
}

/*
 * These two travel to the page as their own text, so each holds all that it needs.
 */

/** Before a call leaves: its own audit number, the session of this page's login, and its XSRF half. */
export function fillIn(request: Request): Request {
  const page = globalThis as unknown as Browser
  if (typeof request.body !== 'string') return request
  try {
    const body = JSON.parse(request.body)
    const drawn = crypto.getRandomValues(new Uint32Array(2))
    // Shorter than a card's number, which would be refused.
    body.requestHeader.auditNumber = `${drawn[0]}${drawn[1]}`.slice(0, 12)
    body.requestHeader.userSessionToken ||= page.sessionStorage.getItem('docsSession') ?? ''
    request.body = JSON.stringify(body)
  } catch {
    // What is not JSON goes as it is: the answer says so.
  }
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(page.document.cookie)?.[1]
  if (xsrf) request.headers['X-XSRF-TOKEN'] = xsrf
  return request
}

/** After a login or a new password: the session is kept for the calls that follow, until the tab closes. */
export function storeSession<R extends { url: string; text?: string }>(response: R): R {
  const page = globalThis as unknown as Browser
  if (/\/user\/process\/(login|updatePassword)$/.test(response.url)) {
    const answer = JSON.parse(response.text ?? '{}')
    const token = answer.user?.userSessionToken ?? answer.userSessionToken
    if (token) page.sessionStorage.setItem('docsSession', token)
  }
  return response
}
