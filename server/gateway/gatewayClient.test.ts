import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned } from '#sandbox/signature.ts'
import { type CardGateway, createGatewayClient } from '#server/gateway/gatewayClient.ts'
import { GatewayUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { ListPage } from '#server/gateway/settlementListPage.ts'
import { gatewayPayment, signedText } from '#testing/fixtures/gatewayMessages.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'

const keysDir = join(tempFolder(afterAll), 'keys')
let requests: Record<string, unknown>[] = []
let nextAnswer: () => Promise<{ status?: number; body: string; headers?: Record<string, string> }>
async function handle(request: IncomingMessage, response: ServerResponse) {
  requests.push((await json(request)) as Record<string, unknown>)
  const { status = 200, body, headers } = await nextAnswer()
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
const server = startForFile(() => listen(handle))
beforeAll(() => loadKeys(keysDir))
beforeEach(() => {
  requests = []
  logged = []
})

let logged: object[] = []
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as object) })
function gateway(more: object = {}): CardGateway {
  const config = {
    url: server.url,
    pagesUrl: '',
    netId: 'SURTIDOR',
    merchantId: '900001',
    callback: 'surtidor-app',
    keysDir,
    legacySign: false,
    timeout: 240_000,
    settlementList: true,
    ...more,
  }
  const parts = { now: () => new Date(), random: randomBytes, log }
  return createGatewayClient({ gateway: config }, parts)
}
async function signed(message: object, key = 'gateway', algorithm = 'sha256', hasKid = true) {
  const { kid } = (await loadKeys(keysDir))[key as 'gateway']
  const responseHeader = {
    responseCode: '00',
    responseDescription: 'APROBADO',
    rrn: '1',
    ...(hasKid ? { kid } : {}),
    ...(message as { responseHeader?: object }).responseHeader,
  }
  const whole = { ...message, responseHeader }
  return signedText(keysDir, whole, 'responseHeader', { key, algorithm })
}
const payment = gatewayPayment()
const declined = { ...payment, paymentToken: 'd', authorized: false, authorizerCode: '51' }
const expired = { responseHeader: { responseCode: '25' }, payments: [] }
const answerWith = (make: () => string | Promise<string>, more: object = {}) => {
  nextAnswer = async () => ({ body: await make(), ...more })
}

describe('createGatewayClient', () => {
  test('accepts a signed answer with unknown fields, and signs its request', async () => {
    answerWith(() => signed({ payments: [{ ...payment, future: { z: 1, a: [null, 'ñ'] } }] }))
    expect(await gateway().query('t')).toMatchObject({ authorized: true, amount: 100 })
    const { kid, publicKey } = (await loadKeys(keysDir)).merchant
    expect(isSigned(requests[0], 'requestHeader', { kid, key: publicKey })).toBe(true)
    expect(requests[0]).toMatchObject({ accessToken: 't', requestHeader: { netId: 'SURTIDOR' } })
  })

  test('reads code 25 without payments as never charged', async () => {
    answerWith(() => signed(expired))
    expect(await gateway().query('t')).toBeNull()
    expect(await gateway().void('t')).toBeNull()
  })

  const invalidAnswers: [string, () => string | Promise<string>, object?][] = [
    ['unsigned', () => JSON.stringify({ responseHeader: { responseCode: '25' }, payments: [] })],
    ['signed with the webhooks’ key', () => signed(expired, 'webhook')],
    ['signed with our own key', () => signed(expired, 'merchant')],
    ['signed with SHA-1', () => signed(expired, 'gateway', 'sha1')],
    ['signed with SHA-1 and no key id', () => signed(expired, 'gateway', 'sha1', false)],
    ['signed without a key id', () => signed(expired, 'gateway', 'sha256', false)],
    [
      'altered',
      async () => (await signed({ payments: [payment] })).replace('"amount":100', '"amount":1'),
    ],
    ['added to', async () => (await signed(expired)).replace('{', '{"more":1,')],
    ['about another token', () => signed({ payments: [{ ...payment, accessToken: 'other' }] })],
    ['about nothing', () => signed({ payments: [] })],
    [
      'a code of trouble',
      () => signed({ responseHeader: { responseCode: '96' }, payments: [payment] }),
    ],
    ['not of the schema', () => signed({ payments: [{ ...payment, amount: '100' }] })],
    ['not JSON', () => 'hola'],
    ['longer than any', () => signed({ ...expired, more: 'x'.repeat(5 * 1024 * 1024) })],
    ['a prototype', () => '{"__proto__":{}}'],
    ['HTTP 500, though signed', () => signed(expired), { status: 500 }],
    ['HTTP 404', () => signed(expired), { status: 404 }],
    ['a redirect', () => '', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
  ]
  test.each(invalidAnswers)('rejects an answer that is %s', async (_what, make, more = {}) => {
    answerWith(make, more)
    await expect(gateway().query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
  })

  test('stops waiting at the setting’s timeout, or at the caller’s if that is less', async () => {
    nextAnswer = () => new Promise(() => {})
    const started = performance.now()
    await expect(gateway({ timeout: 300 }).query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
    expect(performance.now() - started).toBeGreaterThan(250)
    const restarted = performance.now()
    await expect(gateway({ timeout: 60_000 }).query('t', 50)).rejects.toThrow(/time-out/)
    expect(performance.now() - restarted).toBeLessThan(30_000)
  })

  test('throws GatewayUnreachable when the connection is refused', async () => {
    await expect(gateway({ url: 'http://127.0.0.1:9' }).query('t')).rejects.toBeInstanceOf(
      GatewayUnreachable,
    )
  })

  test.each([
    ['the one that took money', [declined, payment, declined], 'p'],
    ['the one under way', [declined, { ...payment, state: 'INPROCESS', authorized: false }], 'p'],
    ['the one that was given back', [{ ...payment, voided: true }, declined], 'p'],
    [
      'the one of which a part is left',
      [{ ...payment, refunded: true, refundedAmount: 1 }, declined],
      'p',
    ],
    ['the last', [payment, declined].map((one) => ({ ...one, authorized: false })), 'd'],
  ])('selects, of several payments of a token, %s', async (_what, payments, which) => {
    answerWith(() => signed({ payments }))
    expect(await gateway().query('t')).toMatchObject({ paymentToken: which, extraCharges: [] })
  })

  test('returns and logs a second charge under one token', async () => {
    const second = { ...payment, paymentToken: 'q' }
    const back = { ...payment, paymentToken: 'b', voided: true }
    answerWith(() => signed({ payments: [payment, back, declined, second] }))
    expect(await gateway().query('t')).toMatchObject({ paymentToken: 'p', extraCharges: [second] })
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, charges: ['p', 'q'] }))
  })

  test('queries the token after a void without its payment', async () => {
    const answers = [{}, { payments: [{ ...payment, voided: true }] }]
    answerWith(() => signed(answers.shift() ?? {}))
    expect(await gateway().void('t')).toMatchObject({ voided: true })
    expect(requests).toHaveLength(2)
  })

  test('uses SHA-1 without key ids in both directions where the setting says legacy', async () => {
    answerWith(() => signed({ payments: [payment] }, 'gateway', 'sha1', false))
    expect(await gateway({ legacySign: true }).query('t')).toMatchObject({ amount: 100 })
    const { publicKey } = (await loadKeys(keysDir)).merchant
    expect(isSigned(requests[0], 'requestHeader', { kid: null, key: publicKey })).toBe(true)
    answerWith(() => signed({ payments: [payment] }))
    await expect(gateway({ legacySign: true }).query('t')).rejects.toThrow(/forged/)
  })

  test('reads keys that appear later; until then every call is GatewayUnreachable', async () => {
    const hidden = `${keysDir}.hidden`
    const client = gateway()
    const message = JSON.parse(await signed({ token: 't', reference: 'r', payment })) as object
    await rename(keysDir, hidden)
    await expect(client.query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
    expect(() => client.readReturn(message)).toThrow(GatewayUnreachable)
    await rename(hidden, keysDir)
    expect(client.readReturn(message)).toMatchObject({ token: 't' })
    expect(client.readWebhook(message)).toBeNull()
  })

  /** All pages of a settlement list. */
  async function listed(client: CardGateway): Promise<ListPage> {
    const all: ListPage = { payments: [], malformed: [] }
    for await (const { payments, malformed } of client.paymentsOfDay('20260907') ?? []) {
      all.payments.push(...payments)
      all.malformed.push(...malformed)
    }
    return all
  }

  test('reads a settlement list page by page to its end', async () => {
    const other = { ...payment, accessToken: 'u' }
    const pages = [
      { day: '20260907', from: 0, payments: [payment], next: 7 },
      { day: '20260907', from: 7, payments: [other], next: null },
    ]
    answerWith(() => signed(pages.shift() ?? {}))
    expect(await listed(gateway())).toEqual({ payments: [payment, other], malformed: [] })
    expect(requests).toMatchObject([
      { day: '20260907', from: 0 },
      { day: '20260907', from: 7 },
    ])
  })

  test('returns the identifiers of malformed items beside the other items of a list', async () => {
    const odd = { ...payment, paymentToken: 'odd', currency: '986' }
    const nameless = { accessToken: 7, reference: 'r'.repeat(500) }
    const items = [payment, odd, null, nameless, { ...payment, accessToken: 'u' }]
    answerWith(() => signed({ day: '20260907', from: 0, payments: items, next: null }))
    const { payments, malformed } = await listed(gateway())
    expect(payments.map(({ accessToken }) => accessToken)).toEqual(['t', 'u'])
    expect(malformed).toEqual([
      { place: 1, paymentToken: 'odd', accessToken: 't', reference: 'r' },
      { place: 2, paymentToken: '', accessToken: '', reference: '' },
      { place: 3, paymentToken: '', accessToken: '', reference: 'r'.repeat(100) },
    ])
  })

  test.each([
    ['of another day', { day: '20260906', from: 0, next: null }],
    ['another page', { day: '20260907', from: 7, next: null }],
    ['without an end', { day: '20260907', from: 0, next: 0 }],
    [
      'of trouble',
      { day: '20260907', from: 0, next: null, responseHeader: { responseCode: '96' } },
    ],
  ])('rejects a list that is %s', async (_what, answer) => {
    answerWith(() => signed({ payments: [payment], ...answer }))
    await expect(listed(gateway())).rejects.toBeInstanceOf(GatewayUnreachable)
  })

  test('returns null for the list of a gateway without settlement lists', () => {
    expect(gateway({ settlementList: false }).paymentsOfDay('20260907')).toBeNull()
  })
})
