import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestHeader } from '#contract/header.ts'
import { type TestServer, startTestServer, PASSWORD } from '#testing/testServer.ts'

/** What every answer tells a browser to refuse, and who may read what. */
let server: TestServer
let secure: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const publicUrl = 'https://surtidor.uy'
  const origins = [publicUrl, 'capacitor://localhost', 'https://localhost']
  secure = await startTestServer({ config: { publicUrl, origins } })
})
afterAll(async () => {
  await server.close()
  await secure.close()
})

const PAGE =
  "default-src 'none';script-src 'self' # #;style-src 'self' #;img-src 'self' data:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'self' http://localhost:3100;frame-ancestors 'none';require-trusted-types-for 'script'"
const EVERYWHERE = {
  'content-security-policy': PAGE,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
}
const DOCS =
  "default-src 'none'; base-uri 'none'; connect-src 'self'; img-src 'self' data:; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; form-action 'none'; frame-ancestors 'none'"
const MAILBOX = "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'"

const header = () => requestHeader({ now: server.context.now(), random: 0.5, platform: 'b' })
const ROLES = '/api/user/process/roles'
const ask = (path: string, init: RequestInit = {}, at = server) =>
  fetch(at.url + path, { redirect: 'manual', ...init })
const say = (body: string, headers: Record<string, string> = {}, at = server) =>
  ask(ROLES, { method: 'POST', body, headers: { 'content-type': 'text/plain', ...headers } }, at)

/** The headers of an answer among those that matter here; a hash of the build reads `#`. */
function told({ headers }: Response, names: string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, plain(headers.get(name))]))
}
const plain = (value: string | null) => value?.replaceAll(/'sha256-[^']+'/g, '#') ?? null
const asset = async () => /\/assets\/[\w.-]+\.js/.exec(await (await ask('/')).text())?.[0] ?? ''
const evil = { origin: 'https://evil.example' }

test.each<[what: string, status: number, get: () => Promise<Response>, more: object]>([
  ['the page', 200, () => ask('/'), { 'cache-control': 'no-cache' }],
  [
    'an asset',
    200,
    async () => ask(await asset()),
    { 'cache-control': 'public, max-age=31536000, immutable' },
  ],
  [
    'an answer',
    200,
    () => say(JSON.stringify({ requestHeader: header() })),
    { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
  ],
  ['the documentation', 200, () => ask('/docs'), { 'content-security-policy': DOCS }],
  [
    'the mailbox',
    200,
    () => ask('/mailbox'),
    { 'content-security-policy': MAILBOX, 'cache-control': 'no-store' },
  ],
  ['a body that is none', 400, () => say('{'), { 'cache-control': 'no-store' }],
  ['a page of another site', 403, () => say('{}', evil), { 'cache-control': 'no-store' }],
  ['what is not there', 404, () => ask('/nope'), {}],
  ['a body too long', 413, () => say('x'.repeat(70_000)), { 'cache-control': 'no-store' }],
  ['another type', 415, () => say('{}', { 'content-type': 'application/xml' }), {}],
  ['a webhook while there are no keys', 503, () => webhook(), { 'cache-control': 'no-store' }],
  ['the way back from the gateway', 303, () => goBack(), { 'cache-control': 'no-store' }],
])('%s tells the browser what to refuse', async (_what, status, get, more) => {
  const response = await get()
  const expected = { ...EVERYWHERE, ...more }
  expect(response.status).toBe(status)
  expect(told(response, Object.keys(expected))).toEqual(expected)
  expect(response.headers.get('strict-transport-security')).toBeNull()
  expect(response.headers.has('server')).toBe(false)
  expect(response.headers.has('x-powered-by')).toBe(false)
})
const webhook = () =>
  ask('/geopay/webhook', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
const goBack = () =>
  ask('/geopay/return', { method: 'POST', body: new URLSearchParams({ data: '{}\r\nx: y' }) })

test.each(['/nope', '/%', '/assets/%c0%ae', `${ROLES}/`, '/..%2f..%2fpackage.json'])(
  'an address that leads nowhere, %s, is told no more than that',
  async (path) => {
    const response = await ask(path)
    expect([400, 404]).toContain(response.status)
    expect(await response.json()).toEqual({ statusCode: response.status })
  },
)

test('over https alone the browser is held to https, and cookies travel nowhere else', async () => {
  for (const get of [() => ask('/', {}, secure), () => say('{}', {}, secure)]) {
    const { headers } = await get()
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  }
  const cookies = await enter(secure, 'https://surtidor.uy')
  expect(cookies).toEqual([
    'binder=#; Max-Age=31536000; Path=/api/; HttpOnly; Secure; SameSite=Strict',
    'XSRF-TOKEN=#; Max-Age=31536000; Path=/; Secure; SameSite=Strict',
    'device=#; Max-Age=31536000; Path=/api/; HttpOnly; Secure; SameSite=Strict',
  ])
  const plain = await enter(server, 'http://localhost:3000')
  expect(plain).toEqual(cookies.map((cookie) => cookie.replace(' Secure;', '')))
})

/** The cookies that a login from an origin sets, their values left out. */
async function enter(at: TestServer, origin: string): Promise<string[]> {
  const body = { requestHeader: header(), user: 'ana@demo.surtidor.uy', password: PASSWORD }
  const { headers } = await ask(
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
  ask(ROLES, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-xsrf-token',
    },
  })

test.each(ALLOWED)('%s may read the answers, without cookies', async (origin) => {
  const before = await preflight(origin)
  expect(before.status).toBe(204)
  expect(Object.fromEntries(grants(before))).toEqual({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN',
    'access-control-max-age': '600',
  })
  const answers = [
    await say(JSON.stringify({ requestHeader: header() }), { origin }),
    await say('{', { origin }),
    await say('{}', { origin, 'content-type': 'application/xml' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 415])
  for (const answer of answers) {
    expect(grants(answer)).toEqual([['access-control-allow-origin', origin]])
    expect(answer.headers.get('vary')).toBe('Origin')
  }
})

test.each(FOREIGN)('%s may read nothing', async (origin) => {
  const body = JSON.stringify({ requestHeader: header() })
  const others = ['/', '/healthz', '/docs/json', '/mailbox'].map((path) =>
    ask(path, { headers: { origin } }),
  )
  for (const response of [await preflight(origin), await say(body, { origin })]) {
    expect(response.status).toBe(403)
    expect(grants(response)).toEqual([])
  }
  for (const response of await Promise.all(others)) expect(grants(response)).toEqual([])
})

test('who asks without an origin is granted nothing, and is answered', async () => {
  const response = await say(JSON.stringify({ requestHeader: header() }))
  expect(response.status).toBe(200)
  expect(grants(response)).toEqual([])
})
