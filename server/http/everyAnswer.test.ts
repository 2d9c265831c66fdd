import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMetrics } from '#server/http/metricsServer.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

let port: number
let limitedPort: number
let brokenPort: number
let metrics: Server
let httpServer: Server
const androidCertificates = [Array.from({ length: 32 }, () => '00').join(':')]
const server = testServerForFile({
  config: { phone: { androidCertificates, appleTeam: null } },
})
const limited = testServerForFile({ config: { callsPerMinute: 1 } })
beforeAll(async () => {
  const running = await server.second()
  httpServer = running.http.server
  port = running.port
  const broken = await server.second({ rrn: () => Promise.reject(new Error('secret detail')) })
  brokenPort = broken.port
  limitedPort = Number(new URL(limited.url).port)
  metrics = await serveMetrics(server.context.metrics, 0)
})
afterAll(async () => {
  metrics.closeAllConnections()
  metrics.close()
})

interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: string
}

/** Sends these bytes over a connection of its own, and reads until the server closes it. */
const send = (bytes: string, to = port, opened: (socket: Socket) => void = () => {}) =>
  new Promise<RawAnswer>((done, failed) => {
    const socket = connect(to, '127.0.0.1', () => {
      socket.write(bytes)
      opened(socket)
    })
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (text += part))
    socket.once('error', failed)
    socket.once('close', () => done(parse(text)))
  })

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map(
    (one) => [one.split(': ')[0]?.toLowerCase() ?? '', one.replace(/^[^:]*: /, '')] as const,
  )
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(headers),
    body: rest.join('\r\n\r\n'),
  }
}

/** A request with these headers; the server closes the connection after its answer. */
const request = (line: string, headers: string[] = [], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost:3000', 'Connection: close', ...headers, '', body].join(
    '\r\n',
  )
const post = (path: string, body: string, headers: string[] = []) =>
  request(
    `POST ${path}`,
    ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
    body,
  )

const ROLES = '/api/user/process/roles'
const ICON = '/icon.svg'
/** Answers that no hook of Fastify sees get the same headers as the others. */
const EVERYWHERE = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]
const metricsPort = () => (metrics.address() as AddressInfo).port

/** The server gives up a request that does not arrive; the test does not wait for its clock. */
async function timedOut(): Promise<RawAnswer> {
  const accepted = new Promise<Socket>((done) => httpServer.once('connection', done))
  const answer = send('POST / HTTP/1.1\r\nHost: x\r\n')
  const timeout = Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  httpServer.emit('clientError', timeout, await accepted)
  return await answer
}

async function notModified(): Promise<RawAnswer> {
  const { headers } = await send(request(`GET ${ICON}`))
  return await send(request(`GET ${ICON}`, [`If-None-Match: ${headers.get('etag')}`]))
}

async function secondOfTwo(): Promise<RawAnswer> {
  expect((await send(post(ROLES, '{}'), limitedPort)).status).toBe(200)
  return await send(post(ROLES, '{}'), limitedPort)
}

describe('every answer', () => {
  test.each<[status: number, what: string, ask: () => Promise<RawAnswer>]>([
    [200, 'a page', () => send(request('GET /'))],
    [200, 'a page, by HEAD', () => send(request('HEAD /'))],
    [200, 'the page of a payment on the phone', () => send(request('GET /pagar'))],
    [
      200,
      'the return of a payment on the phone',
      () =>
        send(
          request('POST /geopay/return', [
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: 0',
            'Cookie: phoneReturn=1',
          ]),
        ),
    ],
    [200, 'a file of the installed app', () => send(request('GET /.well-known/assetlinks.json'))],
    [200, 'a call', () => send(post(ROLES, '{}'))],
    [
      204,
      'a preflight',
      () => send(request(`OPTIONS ${ROLES}`, ['Origin: http://localhost:3000'])),
    ],
    [206, 'a part of a file', () => send(request(`GET ${ICON}`, ['Range: bytes=0-9']))],
    [302, 'a redirection', () => send(request('GET /consola'))],
    [304, 'a file that has not changed', notModified],
    [400, 'bytes that are no HTTP', () => send('hola\r\n\r\n')],
    [400, 'an unknown method', () => send(request('HOLA /'))],
    [400, 'a request without a host', () => send('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
    [400, 'two lengths', () => send(post(ROLES, '{}', ['Content-Length: 3']))],
    [400, 'a length and chunks', () => send(post(ROLES, '{}', ['Transfer-Encoding: chunked']))],
    [400, 'a path that cannot be decoded', () => send(request('GET /%'))],
    [400, 'a body that is no JSON', () => send(post(ROLES, '{'))],
    [
      403,
      'a page of another site',
      () => send(post(ROLES, '{}', ['Origin: https://evil.example'])),
    ],
    [404, 'an unknown path', () => send(request('GET /nope'))],
    [404, 'an unknown call', () => send(post('/api/user/process/constructor', '{}'))],
    [404, 'GET of a call', () => send(request(`GET ${ROLES}`))],
    [404, 'another method', () => send(request(`DELETE ${ROLES}`))],
    [404, 'OPTIONS of a page', () => send(request('OPTIONS /'))],
    [408, 'a request that does not arrive', timedOut],
    [413, 'too long a body', () => send(post(ROLES, 'x'.repeat(16_385)))],
    [
      415,
      'another content type',
      () => send(request(`POST ${ROLES}`, ['Content-Length: 2'], '{}')),
    ],
    [
      416,
      'a part that a file does not have',
      () => send(request(`GET ${ICON}`, ['Range: bytes=999999-'])),
    ],
    [417, 'an unknown expectation', () => send(post(ROLES, '{}', ['Expect: a-miracle']))],
    [429, 'too many calls', secondOfTwo],
    [431, 'too long a header', () => send(request('GET /', [`X-Long: ${'x'.repeat(20_000)}`]))],
    [431, 'too long an address', () => send(request(`GET /${'x'.repeat(20_000)}`))],
    [500, 'a defect', () => send(post(ROLES, '{}'), brokenPort)],
    [503, 'a webhook before the keys exist', () => send(post('/geopay/webhook', '{}'))],
  ])('with status %d to %s carries the security headers', async (status, _what, ask) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(EVERYWHERE.filter((name) => !answer.headers.get(name))).toEqual([])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(answer.headers.has('server')).toBe(false)
    if (status >= 400) expect(answer.body).not.toMatch(/Error|FST_|at |secret|node_modules/)
    if (status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    if (status >= 400 && status !== 404)
      expect(answer.headers.get('cache-control') ?? 'no-store').toBe('no-store')
  })

  test.each([
    [200, 'GET /metrics'],
    [404, 'GET /'],
    [400, 'HOLA /'],
  ])(
    'status %d of the port of the metrics to %s is neither stored, framed nor guessed',
    async (status, line) => {
      const answer = await send(request(line), metricsPort())
      expect(answer.status).toBe(status)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    },
  )
})
