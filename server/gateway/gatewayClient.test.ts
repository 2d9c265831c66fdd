import { randomBytes, sign } from 'node:crypto'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { canonicalForm, type GatewayPayment } from '#contract/geopay.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned } from '#sandbox/signature.ts'
import {
  type CardGateway,
  GatewayUnreachable,
  createGatewayClient,
} from '#server/gateway/gatewayClient.ts'
import type { ListPage } from '#server/gateway/settlementListPage.ts'

/** What our side of the wire believes, against a gateway that says anything. */
let dir: string
let keysDir: string
let server: Server
let heard: Record<string, unknown>[] = []
let reply: () => Promise<{ status?: number; body: string; headers?: Record<string, string> }>
async function hear(request: IncomingMessage, response: ServerResponse) {
  heard.push((await json(request)) as Record<string, unknown>)
  const { status = 200, body, headers } = await reply()
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'surtidor-wire-'))
  keysDir = join(dir, 'keys')
  await loadKeys(keysDir)
  server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(() => {
  heard = []
  logged = []
})

let logged: object[] = []
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as object) })
function gateway(more: object = {}): CardGateway {
  const config = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pagesUrl: '',
    netId: 'SURTIDOR',
    merchantId: '900001',
    callback: 'surtidor-app',
    keysDir,
    legacySign: false,
    timeout: 20_000,
    settlementList: true,
    ...more,
  }
  const parts = { now: () => new Date(), random: randomBytes, log }
  return createGatewayClient({ gateway: config }, parts)
}
async function signed(message: object, by = 'gateway', algorithm = 'sha256', named = true) {
  const kid = (await loadKeys(keysDir))[by as 'gateway'].kid
  const key = await readFile(join(keysDir, `${by}.pem`))
  const responseHeader = {
    responseCode: '00',
    responseDescription: 'APROBADO',
    rrn: '1',
    ...(named ? { kid } : {}),
    ...(message as { responseHeader?: object }).responseHeader,
  }
  const text = Buffer.from(canonicalForm({ ...message, responseHeader }))
  const digitalSign = sign(algorithm, text, key).toString('base64')
  return JSON.stringify({ ...message, responseHeader: { ...responseHeader, digitalSign } })
}
const payment: GatewayPayment = {
  paymentToken: 'p',
  accessToken: 't',
  reference: 'r',
  merchantId: '900001',
  dateTime: '2026-09-07 12:00:00',
  state: 'PROCESSED',
  authorized: true,
  voided: false,
  refunded: false,
  authorizerCode: '00',
  authorizerDescription: '',
  paymentmode: 'CARD',
  currency: '858',
  amount: 100,
  tipAmount: 0,
  taxedAmount: 0,
  taxAmount: 0,
  ivaDiscountAmount: 0,
  law: '0',
  installments: '1',
  card: null,
  authorizer: null,
}
const declined = { ...payment, paymentToken: 'd', authorized: false, authorizerCode: '51' }
const expired = { responseHeader: { responseCode: '25' }, payments: [] }
const answering = (make: () => string | Promise<string>, more: object = {}) => {
  reply = async () => ({ body: await make(), ...more })
}

test('a signed answer is believed, unknown fields and all, and our question was signed', async () => {
  answering(() => signed({ payments: [{ ...payment, future: { z: 1, a: [null, 'ñ'] } }] }))
  expect(await gateway().query('t')).toMatchObject({ authorized: true, amount: 100 })
  const { kid, publicKey } = (await loadKeys(keysDir)).merchant
  expect(isSigned(heard[0], 'requestHeader', { kid, key: publicKey })).toBe(true)
  expect(heard[0]).toMatchObject({ accessToken: 't', requestHeader: { netId: 'SURTIDOR' } })
})

test('25 without payments is an answer: never charged, and never will be', async () => {
  answering(() => signed(expired))
  expect(await gateway().query('t')).toBeNull()
  expect(await gateway().void('t')).toBeNull()
})

const strange: [string, () => string | Promise<string>, object?][] = [
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
  ['not what the wire promises', () => signed({ payments: [{ ...payment, amount: '100' }] })],
  ['not JSON', () => 'hola'],
  ['a prototype', () => '{"__proto__":{}}'],
  ['HTTP 500, though signed', () => signed(expired), { status: 500 }],
  ['HTTP 404', () => signed(expired), { status: 404 }],
  ['a redirect', () => '', { status: 307, headers: { location: 'http://127.0.0.1:9/' } }],
]
test.each(strange)('an answer that is %s is no answer', async (_what, make, more = {}) => {
  answering(make, more)
  await expect(gateway().query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
})

test('silence ends at the time-out, or when the caller’s patience does', async () => {
  reply = () => new Promise(() => {})
  const started = performance.now()
  await expect(gateway({ timeout: 300 }).query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
  expect(performance.now() - started).toBeGreaterThan(250)
  const impatient = performance.now()
  await expect(gateway({ timeout: 60_000 }).query('t', 50)).rejects.toThrow(/time-out/)
  expect(performance.now() - impatient).toBeLessThan(2_000)
})

test('nobody there is no answer', async () => {
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
])('of several tries on one page, %s counts', async (_what, payments, which) => {
  answering(() => signed({ payments }))
  expect(await gateway().query('t')).toMatchObject({ paymentToken: which, besides: [] })
})

test('of two charges under one token the second is told too, and loudly', async () => {
  const second = { ...payment, paymentToken: 'q' }
  const back = { ...payment, paymentToken: 'b', voided: true }
  answering(() => signed({ payments: [payment, back, declined, second] }))
  expect(await gateway().query('t')).toMatchObject({ paymentToken: 'p', besides: [second] })
  expect(logged).toContainEqual(expect.objectContaining({ level: 50, charges: ['p', 'q'] }))
})

test('a void without its payment is asked about', async () => {
  const answers = [{}, { payments: [{ ...payment, voided: true }] }]
  answering(() => signed(answers.shift() ?? {}))
  expect(await gateway().void('t')).toMatchObject({ voided: true })
  expect(heard).toHaveLength(2)
})

test('the older wire is a setting: SHA-1, no key id, on both sides', async () => {
  answering(() => signed({ payments: [payment] }, 'gateway', 'sha1', false))
  expect(await gateway({ legacySign: true }).query('t')).toMatchObject({ amount: 100 })
  const { publicKey } = (await loadKeys(keysDir)).merchant
  expect(isSigned(heard[0], 'requestHeader', { kid: null, key: publicKey })).toBe(true)
  answering(() => signed({ payments: [payment] }))
  await expect(gateway({ legacySign: true }).query('t')).rejects.toThrow(/forged/)
})

test('keys that come later are found later; until then nobody is believed or refused', async () => {
  const hidden = `${keysDir}.hidden`
  const wire = gateway()
  const message = JSON.parse(await signed({ token: 't', reference: 'r', payment })) as object
  await rename(keysDir, hidden)
  await expect(wire.query('t')).rejects.toBeInstanceOf(GatewayUnreachable)
  expect(() => wire.readReturn(message)).toThrow(GatewayUnreachable)
  await rename(hidden, keysDir)
  expect(wire.readReturn(message)).toMatchObject({ token: 't' })
  expect(wire.readWebhook(message)).toBeNull()
})

/** All that a gateway lists of a day. */
async function listed(wire: CardGateway): Promise<ListPage> {
  const all: ListPage = { payments: [], unreadable: [] }
  for await (const { payments, unreadable } of wire.paymentsOfDay('20260907') ?? []) {
    all.payments.push(...payments)
    all.unreadable.push(...unreadable)
  }
  return all
}

test('a day’s list is read page by page, to its end', async () => {
  const other = { ...payment, accessToken: 'u' }
  const pages = [
    { day: '20260907', from: 0, payments: [payment], next: 7 },
    { day: '20260907', from: 7, payments: [other], next: null },
  ]
  answering(() => signed(pages.shift() ?? {}))
  expect(await listed(gateway())).toEqual({ payments: [payment, other], unreadable: [] })
  expect(heard).toMatchObject([
    { day: '20260907', from: 0 },
    { day: '20260907', from: 7 },
  ])
})

test('what cannot be read on a list is told as far as it says what it is, and hides no other', async () => {
  const odd = { ...payment, paymentToken: 'odd', currency: '986' }
  const nameless = { accessToken: 7, reference: 'r'.repeat(500) }
  const items = [payment, odd, null, nameless, { ...payment, accessToken: 'u' }]
  answering(() => signed({ day: '20260907', from: 0, payments: items, next: null }))
  const { payments, unreadable } = await listed(gateway())
  expect(payments.map(({ accessToken }) => accessToken)).toEqual(['t', 'u'])
  expect(unreadable).toEqual([
    { place: 1, paymentToken: 'odd', accessToken: 't', reference: 'r' },
    { place: 2, paymentToken: '', accessToken: '', reference: '' },
    { place: 3, paymentToken: '', accessToken: '', reference: 'r'.repeat(100) },
  ])
})

test.each([
  ['of another day', { day: '20260906', from: 0, next: null }],
  ['another page', { day: '20260907', from: 7, next: null }],
  ['without an end', { day: '20260907', from: 0, next: 0 }],
  ['of trouble', { day: '20260907', from: 0, next: null, responseHeader: { responseCode: '96' } }],
])('a list that is %s is no list', async (_what, answer) => {
  answering(() => signed({ payments: [payment], ...answer }))
  await expect(listed(gateway())).rejects.toBeInstanceOf(GatewayUnreachable)
})

test('a gateway without such a list is not asked for one', () => {
  expect(gateway({ settlementList: false }).paymentsOfDay('20260907')).toBeNull()
})
