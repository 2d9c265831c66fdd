import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { PASSWORD, startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const WEB = 'http://localhost:3000'

/** Signs in from our own page; gives the token and the cookies that the browser stores. */
async function signInWithBrowser(name: string) {
  const answer = await server.stranger.call(
    login,
    { user: `${name}@demo.surtidor.uy`, password: PASSWORD },
    { headers: { origin: WEB } },
  )
  const cookies = answer.headers.getSetCookie()
  const valueOf = (cookie: string) =>
    cookies.find((one) => one.startsWith(`${cookie}=`))?.split(/[=;]/)[1] ?? ''
  return {
    cookies,
    token: answer.user.userSessionToken,
    binder: valueOf('binder'),
    xsrf: valueOf('XSRF-TOKEN'),
  }
}

/** The response code of a call from our own page, or its HTTP status where there is none. */
async function codeOf(token: string, headers: Record<string, string>): Promise<string> {
  const { status, responseHeader } = await server.stranger.call(
    roles,
    {},
    { header: { userSessionToken: token }, headers: { origin: WEB, ...headers } },
  )
  return (responseHeader as { responseCode: string } | undefined)?.responseCode ?? String(status)
}
const withCookies = (binder: string, xsrf: string) => ({
  cookie: `binder=${binder}; XSRF-TOKEN=${xsrf}`,
  'x-xsrf-token': xsrf,
})

describe('the session of a browser', () => {
  test('gets an HttpOnly binder cookie and a readable XSRF cookie', async () => {
    const { cookies } = await signInWithBrowser('ana')
    expect(cookies.find((cookie) => cookie.startsWith('binder='))).toMatch(
      /HttpOnly; SameSite=Strict/,
    )
    expect(cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))).not.toMatch(/HttpOnly/)
  })

  test('needs its token and its own binder cookie; either alone gets 88', async () => {
    const { token, binder, xsrf } = await signInWithBrowser('ana')
    const other = await signInWithBrowser('fede')
    expect(await codeOf(token, withCookies(binder, xsrf))).toBe('00')
    expect(await codeOf(token, {})).toBe('88')
    expect(await codeOf(token, withCookies('A'.repeat(43), xsrf))).toBe('88')
    expect(await codeOf(token, withCookies(other.binder, other.xsrf))).toBe('88')
    expect(await codeOf('', withCookies(binder, xsrf))).toBe('88')
  })

  test.each<[string, (binder: string, xsrf: string) => Record<string, string>]>([
    [
      'without the XSRF header',
      (binder, xsrf) => ({ cookie: `binder=${binder}; XSRF-TOKEN=${xsrf}` }),
    ],
    [
      'without the XSRF cookie',
      (binder, xsrf) => ({ cookie: `binder=${binder}`, 'x-xsrf-token': xsrf }),
    ],
    ['with an XSRF token that the server did not sign', (binder) => withCookies(binder, 'planted')],
  ])('is refused with 403 %s', async (_what, headersOf) => {
    const { token, binder, xsrf } = await signInWithBrowser('ana')
    expect(await codeOf(token, headersOf(binder, xsrf))).toBe('403')
  })
})
