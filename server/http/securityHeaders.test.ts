import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMetrics } from '#server/http/metricsServer.ts'
import type { RunningServer } from '#server/startServer.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { type RawAnswer, sendBytes } from '#testing/http/rawRequest.ts'

const androidCertificates = [Array.from({ length: 32 }, () => '00').join(':')]
const server = testServerForFile({
  config: { phone: { androidCertificates, appleTeam: null } },
})
const secure = testServerForFile({ config: { publicUrl: 'https://surtidor.uy' } })
const limited = testServerForFile({ config: { callsPerMinute: 1 } })
let running: RunningServer
let broken: RunningServer
let metrics: Server
beforeAll(async () => {
  running = await server.second()
  broken = await server.second({ rrn: () => Promise.reject(new Error('secret detail')) })
  metrics = await serveMetrics(server.context.metrics, 0)
})
afterAll(async () => {
  metrics.closeAllConnections()
  metrics.close()
})

const send = (bytes: string, port = running.port) => sendBytes(`http://127.0.0.1:${port}`, bytes)
/** A request with these headers; the server closes the connection after its answer. */
const request = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost:3000', 'Connection: close', ...headers, '', body].join(
    '\r\n',
  )
const post = (path: string, body: string, headers: string[] = [], type = 'application/json') => {
  const framing = [`Content-Type: ${type}`, `Content-Length: ${body.length}`]
  return request(`POST ${path}`, [...framing, ...headers], body)
}
const FORM = 'application/x-www-form-urlencoded'

const ROLES = '/api/user/process/roles'
const ICON = '/icon.svg'
/** A policy; hashes of the build are replaced by `#`. */
const PAGE =
  "default-src 'none';script-src 'self' # # #;style-src 'self' #;img-src 'self' data:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'self' http://localhost:3100;frame-ancestors 'none';require-trusted-types-for 'script';trusted-types dompurify default surtidor-scanner surtidor-worker"
/** Answers that no hook of Fastify sees get the same headers as the others. */
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
const withoutHashes = (text: unknown) => String(text).replaceAll(/'sha256-[^']+'/g, '#')
const policy = (text: string) => ({ 'content-security-policy': text })
const DOCS = policy(
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default dompurify",
)
const smallPage = (script = '', formAction = "'none'") =>
  policy(
    `default-src 'none';style-src #;${script}img-src 'self';base-uri 'none';form-action ${formAction};frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'`,
  )
const SMALL_PAGE = { ...smallPage(), 'cache-control': 'no-store' }
/** The only policy that allows WebAssembly. */
const SCAN_WORKER = policy(
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'",
)
const NO_STORE = { 'cache-control': 'no-store' }
const NO_CACHE = { 'cache-control': 'no-cache' }

/** The server gives up a request that does not arrive; the test does not wait for its clock. */
async function timedOut(): Promise<RawAnswer> {
  const { server: httpServer } = running.http
  const accepted = once(httpServer, 'connection')
  const answer = send('POST / HTTP/1.1\r\nHost: x\r\n')
  const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const [socket] = (await accepted) as [Socket]
  httpServer.emit('clientError', timeout, socket)
  return await answer
}

async function notModified(): Promise<RawAnswer> {
  const { headers } = await send(request(`GET ${ICON}`))
  return await send(request(`GET ${ICON}`, [`If-None-Match: ${headers.etag}`]))
}

async function asset(): Promise<RawAnswer> {
  const { body } = await send(request('GET /'))
  return await send(request(`GET ${/\/assets\/[\w.-]+\.js/.exec(body)?.[0]}`))
}

async function secondOfTwo(): Promise<RawAnswer> {
  const port = Number(new URL(limited.url).port)
  expect((await send(post(ROLES, '{}'), port)).status).toBe(200)
  return await send(post(ROLES, '{}'), port)
}

describe('every answer', () => {
  test.each<
    [status: number, what: string, ask: string | (() => Promise<RawAnswer>), more?: object]
  >([
    [200, 'a page', request('GET /'), NO_CACHE],
    [200, 'a page, by HEAD', request('HEAD /'), NO_CACHE],
    [200, 'an asset', asset, { 'cache-control': 'public, max-age=31536000, immutable' }],
    [
      200,
      'the service worker',
      request('GET /serviceWorker.js'),
      { ...NO_CACHE, 'content-type': 'application/javascript; charset=utf-8' },
    ],
    [
      200,
      'the page of a payment on the phone',
      request('GET /pagar'),
      smallPage('script-src #;', 'http://localhost:3100'),
    ],
    [
      200,
      'the return of a payment on the phone',
      post('/geopay/return', '', ['Cookie: phoneReturn=1'], FORM),
      SMALL_PAGE,
    ],
    [
      303,
      'the return of a payment',
      post('/geopay/return', 'data=%7B%7D%0D%0Ax%3A+y', [], FORM),
      NO_STORE,
    ],
    [200, 'a file of the installed app', request('GET /.well-known/assetlinks.json')],
    [
      200,
      'a call',
      post(ROLES, JSON.stringify({ requestHeader: headerOf('', FIXED_DATE) })),
      { ...NO_STORE, 'content-type': 'application/json; charset=utf-8' },
    ],
    [200, 'the documentation', request('GET /docs'), DOCS],
    [200, 'the address of the calls', request('GET /api/', ['Accept: text/html']), SMALL_PAGE],
    [200, 'the mailbox', request('GET /mailbox'), SMALL_PAGE],
    [204, 'a preflight', request(`OPTIONS ${ROLES}`, ['Origin: http://localhost:3000'])],
    [206, 'a part of a file', request(`GET ${ICON}`, ['Range: bytes=0-9'])],
    [302, 'a redirection', request('GET /consola')],
    [304, 'a file that has not changed', notModified],
    [400, 'bytes that are no HTTP', 'hola\r\n\r\n'],
    [400, 'an unknown method', request('HOLA /')],
    [400, 'a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [400, 'two lengths', post(ROLES, '{}', ['Content-Length: 3'])],
    [400, 'a length and chunks', post(ROLES, '{}', ['Transfer-Encoding: chunked'])],
    [400, 'a path that cannot be decoded', request('GET /%')],
    [400, 'a body that is no JSON', post(ROLES, '{')],
    [403, 'a page of another site', post(ROLES, '{}', ['Origin: https://evil.example'])],
    [403, 'a form of another site', post(ROLES, '{}', ['Sec-Fetch-Mode: navigate'], 'text/plain')],
    [404, 'an unknown path', request('GET /nope')],
    [404, 'the script of the scanner', request('GET /assets/scanWorker-A1_b.js'), SCAN_WORKER],
    [404, 'an unknown call', post('/api/user/process/constructor', '{}')],
    [404, 'GET of a call', request(`GET ${ROLES}`)],
    [404, 'another method', request(`DELETE ${ROLES}`)],
    [404, 'OPTIONS of a page', request('OPTIONS /')],
    [408, 'a request that does not arrive', timedOut],
    [413, 'too long a body', post(ROLES, 'x'.repeat(16_385))],
    [415, 'no content type', request(`POST ${ROLES}`, ['Content-Length: 2'], '{}')],
    [416, 'a part that a file does not have', request(`GET ${ICON}`, ['Range: bytes=999999-'])],
    [417, 'an unknown expectation', post(ROLES, '{}', ['Expect: a-miracle'])],
    [429, 'too many calls', secondOfTwo],
    [431, 'too long a header', request('GET /', [`X-Long: ${'x'.repeat(20_000)}`])],
    [431, 'too long an address', request(`GET /${'x'.repeat(20_000)}`)],
    [500, 'a defect', () => send(post(ROLES, '{}'), broken.port)],
    [503, 'a webhook before the keys exist', post('/geopay/webhook', '{}')],
  ])('with status %d to %s carries the security headers', async (status, _what, ask, more = {}) => {
    const { headers, ...answer } = await (typeof ask === 'string' ? send(ask) : ask())
    expect(answer.status).toBe(status)
    const policy = headers['content-security-policy']
    const shown = { ...headers, 'content-security-policy': withoutHashes(policy) }
    expect(shown).toMatchObject({ ...EVERYWHERE, ...(status >= 400 && NO_STORE), ...more })
    for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
      expect(headers).not.toHaveProperty(name)
    if (status >= 400) expect(answer.body).not.toMatch(/Error|FST_|at |secret|node_modules/)
    if (status === 429) expect(headers['retry-after']).toMatch(/^\d+$/)
  })

  test.each(['/nope', '/%', '/assets/%c0%ae', '/..%2f..%2fpackage.json'])(
    'to an unknown path, %s, is its HTTP status and no detail',
    async (path) => {
      const { status, body } = await send(request(`GET ${path}`))
      expect([400, 404]).toContain(status)
      expect(JSON.parse(body)).toEqual({ statusCode: status })
    },
  )

  test.each([
    ['a page', request('GET /')],
    ['a call', post(ROLES, '{}')],
  ])('over https to %s demands https', async (_what, bytes) => {
    const { headers } = await sendBytes(secure.url, bytes)
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
  })

  test.each([
    [200, 'GET /metrics'],
    [404, 'GET /'],
    [400, 'HOLA /'],
  ])(
    'status %d of the port of the metrics to %s is neither stored, framed nor guessed',
    async (status, line) => {
      const { port } = metrics.address() as AddressInfo
      const answer = await send(request(line), port)
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      })
    },
  )
})
