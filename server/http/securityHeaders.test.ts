import { describe, expect, test } from 'vitest'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import { requestHeader } from '#contract/header.ts'
import { PASSWORD, type TestServer, testServerForFile } from '#testing/harness/testServer.ts'

const publicUrl = 'https://surtidor.uy'
const origins = [publicUrl, 'capacitor://localhost', 'https://localhost']
const server = testServerForFile()
const secure = testServerForFile({ config: { publicUrl, origins } })

const PAGE =
  "default-src 'none';script-src 'self' # #;style-src 'self' #;img-src 'self' data:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'self' http://localhost:3100;frame-ancestors 'none';require-trusted-types-for 'script';trusted-types dompurify default surtidor-scanner surtidor-worker"
const EVERYWHERE = {
  'content-security-policy': PAGE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), geolocation=(self), microphone=(), payment=(), publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
}
const DOCS =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify"
const SMALL_PAGE =
  "default-src 'none';style-src #;img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'"
/** The only policy that allows WebAssembly. */
const SCAN_WORKER = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"

const header = () => requestHeader({ now: server.context.now(), random: 0.5, platform: 'b' })
const ROLES = '/api/user/process/roles'
const get = (path: string, init: RequestInit = {}, at = server) =>
  fetch(at.url + path, { redirect: 'manual', ...init })
const post = (body: string, headers: Record<string, string> = {}, at = server) =>
  get(ROLES, { method: 'POST', body, headers: { 'content-type': 'text/plain', ...headers } }, at)

/** The named headers of an answer; hashes of the build are replaced by `#`. */
function headersOf({ headers }: Response, names: string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, withoutHashes(headers.get(name))]))
}
const withoutHashes = (value: string | null) => value?.replaceAll(/'sha256-[^']+'/g, '#') ?? null
const asset = async () => /\/assets\/[\w.-]+\.js/.exec(await (await get('/')).text())?.[0] ?? ''
const foreign = { origin: 'https://evil.example' }

describe('the security headers', () => {
  test.each<[what: string, status: number, send: () => Promise<Response>, more: object]>([
    ['the app page', 200, () => get('/'), { 'cache-control': 'no-cache' }],
    [
      'an asset',
      200,
      async () => get(await asset()),
      { 'cache-control': 'public, max-age=31536000, immutable' },
    ],
    [
      'the service worker',
      200,
      () => get('/serviceWorker.js'),
      { 'cache-control': 'no-cache', 'content-type': 'application/javascript; charset=utf-8' },
    ],
    [
      'an answer',
      200,
      () => post(JSON.stringify({ requestHeader: header() })),
      { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
    ],
    [
      'the worker of the scanner',
      404,
      () => get('/assets/scanWorker-A1_b.js'),
      { 'content-security-policy': SCAN_WORKER, 'cache-control': 'no-store' },
    ],
    ['the documentation', 200, () => get('/docs'), { 'content-security-policy': DOCS }],
    [
      'the address of the calls',
      200,
      () => get('/api/', { headers: { accept: 'text/html' } }),
      { 'content-security-policy': SMALL_PAGE, 'cache-control': 'no-store' },
    ],
    [
      'the mailbox',
      200,
      () => get('/mailbox'),
      { 'content-security-policy': SMALL_PAGE, 'cache-control': 'no-store' },
    ],
    ['a malformed body', 400, () => post('{'), { 'cache-control': 'no-store' }],
    ['a page of another site', 403, () => post('{}', foreign), { 'cache-control': 'no-store' }],
    ['an unknown path', 404, () => get('/nope'), { 'cache-control': 'no-store' }],
    ['too long a body', 413, () => post('x'.repeat(70_000)), { 'cache-control': 'no-store' }],
    ['another content type', 415, () => post('{}', { 'content-type': 'application/xml' }), {}],
    [
      'a webhook before the gateway keys exist',
      503,
      () => webhook(),
      { 'cache-control': 'no-store' },
    ],
    [
      'the return from the gateway',
      303,
      () => returnFromGateway(),
      { 'cache-control': 'no-store' },
    ],
  ])('are sent with %s', async (_what, status, send, more) => {
    const response = await send()
    const expected = { ...EVERYWHERE, ...more }
    expect(response.status).toBe(status)
    expect(headersOf(response, Object.keys(expected))).toEqual(expected)
    expect(response.headers.get('strict-transport-security')).toBeNull()
    expect(response.headers.has('server')).toBe(false)
    expect(response.headers.has('x-powered-by')).toBe(false)
  })
  const webhook = () =>
    get('/geopay/webhook', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
  const returnFromGateway = () =>
    get('/geopay/return', { method: 'POST', body: new URLSearchParams({ data: '{}\r\nx: y' }) })

  test.each(['/nope', '/%', '/assets/%c0%ae', '/..%2f..%2fpackage.json'])(
    'an unknown path, %s, gets its HTTP status and no detail',
    async (path) => {
      const response = await get(path)
      expect([400, 404]).toContain(response.status)
      expect(await response.json()).toEqual({ statusCode: response.status })
    },
  )

  test('HSTS, upgrade-insecure-requests and Secure cookies are sent over https only', async () => {
    for (const send of [() => get('/', {}, secure), () => post('{}', {}, secure)]) {
      const { headers } = await send()
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
      expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
    }
    const cookies = await cookiesOfLogin(secure, 'https://surtidor.uy')
    expect(cookies).toEqual([
      '__Host-binder=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
      'XSRF-TOKEN=#; Max-Age=31536000; Path=/; Secure; SameSite=Strict',
      '__Host-device=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
    expect(await cookiesOfLogin(secure, 'https://surtidor.uy', 'console')).toEqual([
      '__Host-consoleBinder=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
      'XSRF-TOKEN-CONSOLE=#; Max-Age=31536000; Path=/; Secure; SameSite=Strict',
      '__Host-consoleDevice=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
    expect(await cookiesOfLogin(secure, 'https://surtidor.uy', 'docs')).toEqual([
      '__Host-docsBinder=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
      'XSRF-TOKEN-DOCS=#; Max-Age=31536000; Path=/; Secure; SameSite=Strict',
      '__Host-docsDevice=#; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Strict',
    ])
    expect(await cookiesOfLogin(server, 'http://localhost:3000')).toEqual([
      'binder=#; Max-Age=31536000; Path=/api/; HttpOnly; SameSite=Strict',
      'XSRF-TOKEN=#; Max-Age=31536000; Path=/; SameSite=Strict',
      'device=#; Max-Age=31536000; Path=/api/; HttpOnly; SameSite=Strict',
    ])
  })

  /** The cookies that a login from an origin sets, without their values. */
  async function cookiesOfLogin(
    at: TestServer,
    origin: string,
    program: ClientProgram = 'app',
  ): Promise<string[]> {
    const { netDescription } = CLIENT_PROGRAMS[program]
    const requestHeader = { ...header(), netDescription }
    const body = { requestHeader, user: 'ana@demo.surtidor.uy', password: PASSWORD }
    const { headers } = await get(
      '/api/user/process/login',
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'text/plain', origin },
      },
      at,
    )
    return headers.getSetCookie().map((cookie) => cookie.replace(/=[\w.-]{43,};/, '=#;'))
  }

  const ALLOWED = ['http://localhost:3000', 'capacitor://localhost', 'https://localhost']
  const FOREIGN = ['https://evil.example', 'null', 'capacitor://localhost.evil', 'http://localhost']
  const grants = ({ headers }: Response) =>
    [...headers].filter(([name]) => name.startsWith('access-control-'))
  const preflight = (origin: string) =>
    get(ROLES, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-xsrf-token',
      },
    })

  test.each(ALLOWED)('the origin %s may read answers, without credentials', async (origin) => {
    const allowed = await preflight(origin)
    expect(allowed.status).toBe(204)
    expect(Object.fromEntries(grants(allowed))).toEqual({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Date, Retry-After',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN',
      'access-control-max-age': '600',
    })
    const answers = [
      await post(JSON.stringify({ requestHeader: header() }), { origin }),
      await post('{', { origin }),
      await post('{}', { origin, 'content-type': 'application/xml' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 415])
    for (const answer of answers) {
      expect(Object.fromEntries(grants(answer))).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Date, Retry-After',
      })
      expect(answer.headers.get('vary')).toBe('Origin')
    }
  })

  test.each(FOREIGN)('the origin %s may read nothing', async (origin) => {
    const body = JSON.stringify({ requestHeader: header() })
    const others = ['/', '/healthz', '/docs/json', '/mailbox'].map((path) =>
      get(path, { headers: { origin } }),
    )
    for (const response of [await preflight(origin), await post(body, { origin })]) {
      expect(response.status).toBe(403)
      expect(grants(response)).toEqual([])
    }
    for (const response of await Promise.all(others)) expect(grants(response)).toEqual([])
  })

  test('a request without an origin is answered without CORS headers', async () => {
    const response = await post(JSON.stringify({ requestHeader: header() }))
    expect(response.status).toBe(200)
    expect(grants(response)).toEqual([])
  })
})
