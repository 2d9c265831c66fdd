import { describe, expect, test } from 'vitest'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { PASSWORD, type TestServer, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const secure = testServerForFile({
  config: { publicUrl: 'https://surtidor.uy', origins: ['https://surtidor.uy'] },
})

const WEB = 'http://localhost:3000'
const credentials = (name: string) => ({
  user: `${name}@demo.surtidor.uy`,
  password: PASSWORD,
})

/** Signs in from our own page; gives the token and the cookies that the browser stores. */
async function signInWithBrowser(name: string, program: ClientProgram = 'app', at = server) {
  const { netDescription, xsrfCookie } = CLIENT_PROGRAMS[program]
  const headers = at === server ? { origin: WEB } : { 'sec-fetch-site': 'same-origin' }
  const header = { netDescription }
  const answer = await at.stranger.call(login, credentials(name), { headers, header })
  const cookies = answer.headers.getSetCookie()
  const valueOf = (cookie: string) =>
    cookies.find((one) => one.startsWith(`${cookie}=`))?.split(/[=;]/)[1] ?? ''
  return {
    cookies,
    token: answer.user.userSessionToken,
    binder: cookies[0]?.split(/[=;]/)[1] ?? '',
    xsrf: valueOf(xsrfCookie),
  }
}

/** The response code of a call from our own page, or its HTTP status where there is none. */
async function codeOf(
  userSessionToken: string,
  headers: Record<string, string>,
  { at = server, ...more }: { at?: TestServer; netDescription?: string } = {},
): Promise<string> {
  const origin = at === server ? WEB : 'https://surtidor.uy'
  const { status, responseHeader } = await at.stranger.call(
    roles,
    {},
    { header: { userSessionToken, ...more }, headers: { origin, ...headers } },
  )
  return (responseHeader as { responseCode: string } | undefined)?.responseCode ?? String(status)
}
const withCookies = (binder: string, xsrf: string, name = 'binder') => ({
  cookie: `${name}=${binder}; XSRF-TOKEN=${xsrf}`,
  'x-xsrf-token': xsrf,
})

describe('the session of a browser', () => {
  test('needs its token and its own binder cookie; either alone gets 88', async () => {
    const { token, binder, xsrf } = await signInWithBrowser('ana')
    const other = await signInWithBrowser('fede')
    expect(await codeOf(token, withCookies(binder, xsrf))).toBe('00')
    expect(await codeOf(token, {})).toBe('88')
    expect(await codeOf(token, withCookies('A'.repeat(43), xsrf))).toBe('88')
    expect(await codeOf(token, withCookies(other.binder, other.xsrf))).toBe('88')
    expect(await codeOf('', withCookies(binder, xsrf))).toBe('88')
  })

  test('is refused with 403 without the XSRF header or cookie, or with one that the server did not sign', async () => {
    const { token, binder, xsrf } = await signInWithBrowser('ana')
    for (const headers of [
      { cookie: `binder=${binder}; XSRF-TOKEN=${xsrf}` },
      { cookie: `binder=${binder}`, 'x-xsrf-token': xsrf },
      withCookies(binder, 'planted'),
    ])
      expect([headers, await codeOf(token, headers)]).toEqual([headers, '403'])
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
    const { netDescription } = CLIENT_PROGRAMS.console
    const crossed = withCookies(app.binder, app.xsrf)
    expect(await codeOf(console.token, crossed, { netDescription })).toBe('88')
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

describe('the cookies of a login', () => {
  test.each([
    ['https', 'app', ['__Host-binder', 'XSRF-TOKEN', '__Host-device']],
    ['https', 'console', ['__Host-consoleBinder', 'XSRF-TOKEN-CONSOLE', '__Host-consoleDevice']],
    ['https', 'docs', ['__Host-docsBinder', 'XSRF-TOKEN-DOCS', '__Host-docsDevice']],
    ['http', 'app', ['binder', 'XSRF-TOKEN', 'device']],
  ] as const)(
    'over %s in the %s are only sent to where they are read',
    async (scheme, program, names) => {
      const [at, path, secured] =
        scheme === 'https' ? [secure, '/', ' Secure;'] : [server, '/api/', '']
      const { cookies } = await signInWithBrowser('ana', program, at)
      const [binder, xsrf, device] = names
      const end = `${secured} SameSite=Strict`
      expect(cookies.map((cookie) => cookie.replace(/=[\w.-]{43,};/, '=#;'))).toEqual([
        `${binder}=#; Max-Age=31536000; Path=${path}; HttpOnly;${end}`,
        `${xsrf}=#; Max-Age=31536000; Path=/;${end}`,
        `${device}=#; Max-Age=31536000; Path=${path}; HttpOnly;${end}`,
      ])
    },
  )

  test('are not read over https without the prefix __Host-', async () => {
    const { token, binder, xsrf } = await signInWithBrowser('ana', 'app', secure)
    const codeWith = (name: string) =>
      codeOf(token, withCookies(binder, xsrf, name), { at: secure })
    expect([await codeWith('__Host-binder'), await codeWith('binder')]).toEqual(['00', '88'])
  })
})

describe('the session of the installed app', () => {
  const signIn = (headers: Record<string, string>, version: string) =>
    server.stranger.call(login, credentials('ana'), { headers, header: { version } })

  test.each([
    ['capacitor://localhost', 'i-1.7.0'],
    ['https://localhost', 'a-1.7.0'],
  ])('from the origin %s has no cookie, and its token is enough', async (origin, version) => {
    const { headers, user } = await signIn({ origin, 'sec-fetch-site': 'cross-site' }, version)
    expect(headers.getSetCookie()).toEqual([])
    expect(await codeOf(user.userSessionToken, { origin })).toBe('00')
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
