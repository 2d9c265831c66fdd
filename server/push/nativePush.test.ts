import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { apnsSender, fcmSender } from '#server/push/nativePush.ts'
import type { PushResult } from '#server/push/pushTransport.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { startPushService } from '#testing/push/pushServiceStub.ts'

const MESSAGE = {
  id: '5d0ca5e0-0000-8000-8000-000000000001',
  to: 'subscription',
  title: 'Surtidor',
  text: 'Hay una promoción para vos.',
  page: '/promotion',
  item: 'lavado',
  at: 0,
}
const TERMS = { ttl: 3_600, urgent: true, now: new Date('2026-11-20T12:00:00Z') }
const deviceOf = (platform: 'android' | 'ios', endpoint: string) => ({
  platform,
  endpoint,
  p256dh: '',
  auth: '',
})
/** Header and claims of a token whose signature is checked with the key. */
function readToken(token: string, publicKey: string, options = {}): object[] {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const key = { key: createPublicKey(publicKey), ...options }
  const text = Buffer.from(`${head}.${claims}`)
  expect(verify('sha256', text, key, Buffer.from(signature, 'base64url'))).toBe(true)
  return [head, claims].map(
    (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object,
  )
}
/** The pair as PEM. */
const pemOf = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }) => ({
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
})

describe('fcmSender', () => {
  const { privateKey, publicKey } = pemOf(generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const service = startForEachTest(() => startPushService(() => ({ status: 200 })))
  const tokens = startForEachTest(() =>
    startPushService(() => ({
      status: 200,
      body: JSON.stringify({ access_token: 'bearer-of-google', expires_in: 3_600 }),
    })),
  )
  const sender = () =>
    fcmSender(
      {
        project_id: 'surtidor-uy',
        client_email: 'push@surtidor-uy.iam.gserviceaccount.com',
        private_key: privateKey,
        token_uri: `${tokens.origin}/token`,
      },
      service.origin,
    )

  test('sends with a token that it asks for once, signed by the account', async () => {
    const send = sender()
    for (const _ of [1, 2])
      expect(await send(deviceOf('android', 'token'), MESSAGE, TERMS)).toEqual({ kind: 'sent' })
    expect(tokens.requests).toHaveLength(1)
    const form = new URLSearchParams(tokens.requests[0]?.body.toString())
    expect(readToken(form.get('assertion') ?? '', publicKey)).toMatchObject([
      { alg: 'RS256' },
      {
        iss: 'push@surtidor-uy.iam.gserviceaccount.com',
        aud: `${tokens.origin}/token`,
        scope: expect.stringMatching(/firebase\.messaging$/),
      },
    ])
    expect(service.requests).toHaveLength(2)
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = service.requests
    expect(path).toBe('/v1/projects/surtidor-uy/messages:send')
    expect(headers.authorization).toBe('Bearer bearer-of-google')
    expect(JSON.parse(body.toString())).toEqual({
      message: {
        token: 'token',
        notification: { title: 'Surtidor', body: 'Hay una promoción para vos.' },
        data: { id: MESSAGE.id, to: 'subscription', page: '/promotion', item: 'lavado' },
        android: { priority: 'HIGH', ttl: '3600s', notification: { tag: MESSAGE.id } },
      },
    })
  })

  test.each<[number, PushResult['kind']]>([
    [404, 'gone'],
    [400, 'refused'],
    [403, 'unauthorised'],
    [503, 'retry'],
  ])('takes HTTP %i as %s', async (status, kind) => {
    service.answerWith({ status })
    expect(await sender()(deviceOf('android', 'token'), MESSAGE, TERMS)).toMatchObject({ kind })
  })

  test.each<[number, PushResult['kind']]>([
    [401, 'unauthorised'],
    [503, 'retry'],
  ])('takes HTTP %i of the token server as %s, and sends nothing', async (status, kind) => {
    tokens.answerWith({ status })
    expect(await sender()(deviceOf('android', 'token'), MESSAGE, TERMS)).toMatchObject({ kind })
    expect(service.requests).toEqual([])
  })
})

describe('apnsSender', () => {
  const { privateKey, publicKey } = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const key = { key: privateKey, keyId: 'KEY1', teamId: 'TEAM1', topic: 'uy.surtidor.app' }
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  let status = 200
  let reason = ''
  const connections: ServerHttp2Session[] = []
  const server = createServer()
  server.on('session', (session) => connections.push(session))
  server.on('stream', (stream, headers) => {
    let body = ''
    stream.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    stream.on('end', () => {
      requests.push({ headers, body })
      stream.respond({ ':status': status, ...(status === 429 && { 'retry-after': '30' }) })
      stream.end(status === 200 ? '' : JSON.stringify({ reason }))
    })
  })
  const port = () => (server.address() as AddressInfo).port
  beforeEach(async () => {
    requests.length = 0
    status = 200
    reason = 'Stub'
    connections.length = 0
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(async () => {
    for (const session of connections) session.destroy()
    await new Promise((done) => server.close(done))
  })

  test('sends over one connection, with a token signed by the key', async () => {
    const send = apnsSender(key, `http://127.0.0.1:${port()}`)
    for (const _ of [1, 2])
      expect(await send(deviceOf('ios', 'abc123'), MESSAGE, TERMS)).toEqual({ kind: 'sent' })
    expect(connections).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = requests
    expect(headers).toMatchObject({
      ':path': '/3/device/abc123',
      'apns-topic': 'uy.surtidor.app',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-collapse-id': MESSAGE.id,
    })
    const token = String(headers.authorization).replace('bearer ', '')
    expect(readToken(token, publicKey, { dsaEncoding: 'ieee-p1363' })).toMatchObject([
      { alg: 'ES256', kid: 'KEY1' },
      { iss: 'TEAM1' },
    ])
    expect(JSON.parse(body)).toEqual({
      aps: { alert: { title: 'Surtidor', body: 'Hay una promoción para vos.' }, sound: 'default' },
      id: MESSAGE.id,
      to: 'subscription',
      page: '/promotion',
      item: 'lavado',
    })
  })

  test('takes each status as the other services', async () => {
    const send = apnsSender(key, `http://127.0.0.1:${port()}`)
    const kinds: Record<number, PushResult['kind']> = {}
    for (status of [200, 400, 403, 410, 429, 500])
      kinds[status] = (await send(deviceOf('ios', 'abc123'), MESSAGE, TERMS)).kind
    expect(kinds).toEqual({
      200: 'sent',
      400: 'refused',
      403: 'unauthorised',
      410: 'gone',
      429: 'retry',
      500: 'retry',
    })
  })

  test.each<[string, PushResult['kind']]>([
    ['BadDeviceToken', 'gone'],
    ['DeviceTokenNotForTopic', 'gone'],
    ['PayloadTooLarge', 'refused'],
  ])('takes status 400 with the reason %s as %s', async (given, kind) => {
    status = 400
    reason = given
    const send = apnsSender(key, `http://127.0.0.1:${port()}`)
    expect(await send(deviceOf('ios', 'token'), MESSAGE, TERMS)).toMatchObject({ kind })
  })

  test('tries again later when an answer does not end', async () => {
    status = 400
    reason = 'a'.repeat(5_000)
    const send = apnsSender(key, `http://127.0.0.1:${port()}`)
    const result = await send(deviceOf('ios', 'token'), MESSAGE, TERMS)
    expect(result).toMatchObject({ kind: 'retry' })
  })

  test('tries again later when the service does not answer', async () => {
    const send = apnsSender(key, 'http://127.0.0.1:9')
    expect(await send(deviceOf('ios', 'abc123'), MESSAGE, TERMS)).toMatchObject({ kind: 'retry' })
  })
})
