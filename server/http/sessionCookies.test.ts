import { describe, expect, test } from 'vitest'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { PASSWORD, startTestServer, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const WEB = 'http://localhost:3000'

/** Signs in from our own page; gives the token and the cookies that the browser stores. */
async function signInWithBrowser(name: string, program: ClientProgram = 'app') {
  const { netDescription } = CLIENT_PROGRAMS[program]
  const answer = await server.stranger.call(
    login,
    { user: `${name}@demo.surtidor.uy`, password: PASSWORD },
    { headers: { origin: WEB }, header: { netDescription } },
  )
  const cookies = answer.headers.getSetCookie()
  const valueOf = (cookie: string) =>
    cookies.find((one) => one.startsWith(`${cookie}=`))?.split(/[=;]/)[1] ?? ''
  return {
    cookies,
    token: answer.user.userSessionToken,
    binder: valueOf(program === 'app' ? 'binder' : 'consoleBinder'),
    xsrf: valueOf(CLIENT_PROGRAMS[program].xsrfCookie),
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
  test('a session needs its token and its own binder cookie; either alone gets 88', async () => {
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

/** The request of one program in a browser that has the cookies of both. */
const withBoth = (app: SignedIn, console: SignedIn, xsrf: string) => ({
  cookie: `binder=${app.binder}; XSRF-TOKEN=${app.xsrf}; consoleBinder=${console.binder}; XSRF-TOKEN-CONSOLE=${console.xsrf}`,
  'x-xsrf-token': xsrf,
})
type SignedIn = Awaited<ReturnType<typeof signInWithBrowser>>

describe('the sessions of app and console in one browser', () => {
  test('the two sessions have cookies of their own, and neither ends the other', async () => {
    const app = await signInWithBrowser('ana')
    const console = await signInWithBrowser('carla', 'console')
    expect(console.cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      'consoleBinder',
      'XSRF-TOKEN-CONSOLE',
      'consoleDevice',
    ])
    expect(await codeOf(app.token, withBoth(app, console, app.xsrf))).toBe('00')
    expect(await codeOf(console.token, withBoth(app, console, console.xsrf))).toBe('00')
  })

  test('each need their own binder and XSRF token, whatever program a request names', async () => {
    const app = await signInWithBrowser('ana')
    const console = await signInWithBrowser('carla', 'console')
    expect(await codeOf(app.token, withBoth(app, console, console.xsrf))).toBe('403')
    expect(await codeOf(console.token, withBoth(app, console, app.xsrf))).toBe('403')
    expect(await codeOf(console.token, withCookies(app.binder, app.xsrf))).toBe('88')
    const { status, responseHeader } = await server.stranger.call(
      roles,
      {},
      {
        header: {
          userSessionToken: console.token,
          netDescription: CLIENT_PROGRAMS.console.netDescription,
        },
        headers: { origin: WEB, ...withCookies(app.binder, app.xsrf) },
      },
    )
    expect([status, responseHeader.responseCode]).toEqual([200, '88'])
  })

  test('a logout clears only the cookies of its program', async () => {
    const app = await signInWithBrowser('ana')
    const console = await signInWithBrowser('carla', 'console')
    const left = await server.stranger.call(
      logout,
      {},
      {
        header: { userSessionToken: console.token },
        headers: { origin: WEB, ...withBoth(app, console, console.xsrf) },
      },
    )
    const cleared = left.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    expect(cleared).toEqual(['consoleBinder', 'XSRF-TOKEN-CONSOLE'])
    expect(await codeOf(app.token, withBoth(app, console, app.xsrf))).toBe('00')
  })
})

describe('session cookies on https', () => {
  test('the cookies have the prefix __Host-, and a cookie without it is not read', async () => {
    const secure = await startTestServer({ config: { publicUrl: 'https://localhost:3000' } })
    try {
      const answer = await secure.stranger.call(
        login,
        { user: 'ana@demo.surtidor.uy', password: PASSWORD },
        { headers: { 'sec-fetch-site': 'same-origin' } },
      )
      const [binder, xsrf] = answer.headers.getSetCookie()
      const value = (cookie = '') => /=([^;]*)/.exec(cookie)?.[1] ?? ''
      const call = async (name: string) =>
        (
          await secure.stranger.call(
            roles,
            {},
            {
              header: { userSessionToken: answer.user.userSessionToken },
              headers: {
                'sec-fetch-site': 'same-origin',
                cookie: `${name}=${value(binder)}; XSRF-TOKEN=${value(xsrf)}`,
                'x-xsrf-token': value(xsrf),
              },
            },
          )
        ).responseHeader.responseCode
      expect([await call('__Host-binder'), await call('binder')]).toEqual(['00', '88'])
    } finally {
      await secure.close()
    }
  })
})

describe('the session of the installed app', () => {
  const signIn = (headers: Record<string, string>, version: string) =>
    server.stranger.call(
      login,
      { user: 'ana@demo.surtidor.uy', password: PASSWORD },
      { headers, header: { version } },
    )

  test.each([
    ['capacitor://localhost', 'i-1.7.0'],
    ['https://localhost', 'a-1.7.0'],
  ])('from the origin %s has no cookie, and its token is enough', async (origin, version) => {
    const { headers, user } = await signIn({ origin, 'sec-fetch-site': 'cross-site' }, version)
    expect(headers.getSetCookie()).toEqual([])
    const { responseHeader } = await server.stranger.call(
      roles,
      {},
      { headers: { origin }, header: { userSessionToken: user.userSessionToken } },
    )
    expect(responseHeader.responseCode).toBe('00')
  })

  test.each([
    ['the version of a phone', { origin: WEB }],
    ['the origin of a phone', { origin: 'https://localhost', 'sec-fetch-site': 'same-origin' }],
    ['no origin', { 'sec-fetch-site': 'same-origin' }],
  ])('is not what a page of ours gets that claims %s', async (_what, headers) => {
    const answer = await signIn(headers, 'a-1.7.0')
    expect(answer.headers.getSetCookie().join()).toContain('binder=')
  })
})
