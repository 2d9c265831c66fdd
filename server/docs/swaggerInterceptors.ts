/** The part of a browser's window that the two functions use. */
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
 * Swagger UI embeds the source text of both functions into the page, where they run. They must not
 * refer to anything outside of themselves.
 */

/** Request interceptor: sets the program, the audit number, the page's session token and the XSRF header. */
export function completeRequest(request: Request): Request {
  const page = globalThis as unknown as Browser
  if (typeof request.body !== 'string') return request
  try {
    const body = JSON.parse(request.body)
    const random = crypto.getRandomValues(new Uint32Array(2))
    // At most 12 digits: the server refuses texts that look like a card number.
    body.requestHeader.auditNumber = `${random[0]}${random[1]}`.slice(0, 12)
    // The page has a session and cookies of its own (`CLIENT_PROGRAMS.docs`).
    body.requestHeader.netDescription = 'Surtidor docs'
    body.requestHeader.userSessionToken ||= page.sessionStorage.getItem('docsSession') ?? ''
    request.body = JSON.stringify(body)
  } catch {
    // A body that is not JSON is sent unchanged, so that the page shows the server's error.
  }
  const xsrf = /(?:^|; )XSRF-TOKEN-DOCS=([^;]*)/.exec(page.document.cookie)?.[1]
  if (xsrf) request.headers['X-XSRF-TOKEN'] = xsrf
  return request
}

/** Response interceptor: stores the session token of `login` and of the calls that renew it until the tab closes. */
export function storeSession<R extends { url: string; text?: string }>(response: R): R {
  const page = globalThis as unknown as Browser
  if (/\/user\/process\/(login|updatePassword|confirmSecondFactor)$/.test(response.url)) {
    const answer = JSON.parse(response.text ?? '{}')
    const token = answer.user?.userSessionToken ?? answer.userSessionToken
    if (token) page.sessionStorage.setItem('docsSession', token)
  }
  return response
}
