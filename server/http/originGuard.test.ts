import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditNumber, requestHeader } from '#contract/header.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { type TestServer, startTestServer, PASSWORD, type Person } from '#testing/testServer.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())

const WEB = 'http://localhost:3000'
const header = (token = '') =>
  requestHeader({ now: server.context.now(), random: 0.5, platform: 'b', token })
const knock = (path: string, init: RequestInit) => fetch(`${server.url}/api/${path}`, init)
const say = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  knock('user/process/roles', {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  })

test.each([
  ['not JSON', 'hola', 400],
  ['nothing', '', 400],
  ['a prototype to pollute', '{"__proto__":{"admin":true}}', 400],
  ['a constructor to pollute', '{"requestHeader":{"constructor":{"prototype":{}}}}', 400],
  [
    'a length that cannot be compared',
    '{"requestHeader":{"netId":{"length":{"toString":1}}}}',
    400,
  ],
  ['a hole 33 deep', `${'['.repeat(33)}${']'.repeat(33)}`, 400],
  ['a hole of 30,000', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
  ['more than 64 KiB', `{"x":"${'a'.repeat(66_000)}"}`, 413],
])('a body that is %s gets its HTTP status and no detail', async (_what, body, status) => {
  const response = await say(body)
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ statusCode: status })
})

test('another content type, another method, another service: turned away', async () => {
  expect((await say('{}', { 'content-type': 'application/xml' })).status).toBe(415)
  expect((await knock('user/process/roles', { method: 'GET' })).status).toBe(404)
  expect(
    (
      await knock('user/process/constructor', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'text/plain' },
      })
    ).status,
  ).toBe(404)
})

test('an answer that is no object of the contract is 05 with a sentence, never a crash', async () => {
  for (const body of [
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"requestHeader":null}',
    '{"requestHeader":{"netId":7}}',
  ]) {
    const response = await say(body)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as {
      responseHeader: { responseCode: string; responseDescription: string }
    }
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(answer.responseHeader.responseDescription).toMatch(/\.$/)
  }
})

test('a page of another site is refused, whatever it sends; ours and the phones’ are not', async () => {
  const body = JSON.stringify({ requestHeader: header() })
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
  ])
    expect((await say(body, { origin })).status).toBe(403)
  expect(await navigate(body)).toBe(403)
  for (const origin of [WEB, 'capacitor://localhost', 'https://localhost'])
    expect((await say(body, { origin })).status).toBe(200)
})

/** What a form of another site does; `fetch` would write its own `sec-fetch-mode` over ours. */
const navigate = (body: string) =>
  new Promise((done) => {
    const headers = { 'content-type': 'text/plain', 'sec-fetch-mode': 'navigate' }
    request(`${server.url}/api/user/process/roles`, { method: 'POST', headers }, (response) =>
      done(response.statusCode),
    ).end(body)
  })

/** Logs in as a browser of ours would, and keeps its cookies. */
async function browser(name: string) {
  const response = await knock('user/process/login', {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: WEB },
    body: JSON.stringify({
      requestHeader: header(),
      user: `${name}@demo.surtidor.uy`,
      password: PASSWORD,
    }),
  })
  const cookies = response.headers.getSetCookie()
  const jar = Object.fromEntries(
    cookies.map((cookie) => (cookie.split(';')[0] ?? '').split('=') as [string, string]),
  )
  const { user } = (await response.json()) as { user: { userSessionToken: string } }
  return { cookies, jar, token: user.userSessionToken }
}
const ask = async (token: string, headers: Record<string, string>) => {
  const response = await say(JSON.stringify({ requestHeader: header(token) }), {
    origin: WEB,
    ...headers,
  })
  const body = (await response.json()) as { responseHeader?: { responseCode: string } }
  return body.responseHeader?.responseCode ?? String(response.status)
}

test('a long answer travels packed to who can open it, a short one and to others as it is', async () => {
  const heard = (service: string, encodings: string) =>
    new Promise<{ encoding: string | undefined; body: Buffer }>((done, failed) => {
      const headers = { 'content-type': 'text/plain', 'accept-encoding': encodings }
      const options = { method: 'POST', headers }
      const asked = request(`${server.url}/api/${service}`, options, async (response) => {
        const body = Buffer.concat(await response.toArray())
        done({ encoding: response.headers['content-encoding'], body })
      })
      asked.once('error', failed)
      asked.end(JSON.stringify({ requestHeader: header(ana.token) }))
    })
  const plain = await heard('info/process/branches', 'identity')
  const packed = await heard('info/process/branches', 'gzip, deflate, br')
  const short = await heard('user/process/roles', 'gzip')
  expect([plain.encoding, packed.encoding, short.encoding]).toEqual([undefined, 'gzip', undefined])
  const branchesOf = (body: Buffer) =>
    (JSON.parse(body.toString()) as { branches: object[] }).branches
  expect(branchesOf(gunzipSync(packed.body))).toEqual(branchesOf(plain.body))
  expect(packed.body.length).toBeLessThan(plain.body.length / 4)
})

test('a browser’s session is two halves: a token alone, out of its browser, opens nothing', async () => {
  const { cookies, jar, token } = await browser('ana')
  expect(cookies.find((cookie) => cookie.startsWith('binder='))).toMatch(
    /HttpOnly; SameSite=Strict/,
  )
  expect(cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))).not.toMatch(/HttpOnly/)
  const xsrf = jar['XSRF-TOKEN'] ?? ''
  const cookie = `binder=${jar.binder}; XSRF-TOKEN=${xsrf}`
  expect(await ask(token, { cookie, 'x-xsrf-token': xsrf })).toBe('00')
  expect(await ask(token, {})).toBe('88')
  expect(
    await ask(token, {
      cookie: `binder=${'A'.repeat(43)}; XSRF-TOKEN=${xsrf}`,
      'x-xsrf-token': xsrf,
    }),
  ).toBe('88')
  const other = await browser('fede')
  expect(
    await ask(token, {
      cookie: `binder=${other.jar.binder}; XSRF-TOKEN=${other.jar['XSRF-TOKEN']}`,
      'x-xsrf-token': other.jar['XSRF-TOKEN'] ?? '',
    }),
  ).toBe('88')
  expect(await ask('', { cookie, 'x-xsrf-token': xsrf })).toBe('88')
})

test('the XSRF header must repeat the cookie, and the cookie must be the one we signed', async () => {
  const { jar, token } = await browser('ana')
  const binder = `binder=${jar.binder}`
  const xsrf = jar['XSRF-TOKEN'] ?? ''
  expect(await ask(token, { cookie: `${binder}; XSRF-TOKEN=${xsrf}` })).toBe('403')
  expect(await ask(token, { cookie: binder, 'x-xsrf-token': xsrf })).toBe('403')
  expect(
    await ask(token, { cookie: `${binder}; XSRF-TOKEN=planted`, 'x-xsrf-token': 'planted' }),
  ).toBe('403')
})

test('a request repeated word for word gets its first answer; the same number for another is refused', async () => {
  const phone = await server.as('ana')
  const requestHeaderOnce = {
    ...header(phone.token),
    auditNumber: auditNumber(server.context.now(), 0.123),
  }
  const { getGEOPayAccessToken } = await import('#contract/payments/getGEOPayAccessToken.ts')
  const body = (reference: string) =>
    JSON.stringify({
      requestHeader: requestHeaderOnce,
      geopayNetId: 'SURTIDOR',
      geopayMerchantId: '900001',
      debtData: { reference },
    })
  const first = await phone.call(getGEOPayAccessToken, {} as never, { body: body('no-such-debt') })
  const second = await phone.call(getGEOPayAccessToken, {} as never, { body: body('no-such-debt') })
  expect(second.responseHeader).toEqual({ ...first.responseHeader, rrn: second.responseHeader.rrn })
  const other = await phone.call(getGEOPayAccessToken, {} as never, { body: body('another-debt') })
  expect(other.responseHeader.responseDescription).toMatch(/auditoría/)
  const { rows } = await server.context.db.execute(
    `select count(*)::int as n from idempotent_request where audit_number = '${requestHeaderOnce.auditNumber}'`,
  )
  expect(rows[0]?.n).toBe(1)
})

test.each([
  ['an unknown network', { netId: 'OTRA' }],
  ['an audit number of 21 characters', { auditNumber: '1'.repeat(21) }],
  ['a version that is none', { version: 'x-1.7.0' }],
  ['a day of no calendar', { dateTime: '2026-02-31 10:00:00' }],
])('a header with %s is refused', async (_what, bent) => {
  expect((await ana.call(roles, {}, { header: bent })).responseHeader.responseCode).toBe('05')
})

test('a card number is refused in any field, also written as codes or with an exponent', async () => {
  const answer = await server.stranger.call(login, {
    user: 'ana@demo.surtidor.uy',
    password: '4111 1111 1111 1111',
  })
  expect(answer.responseHeader.responseDescription).toMatch(/tarjeta/)
  const written = JSON.stringify({ requestHeader: header(), user: 'a@b.uy', password: 'CARD' })
  const coded = await say(written.replace('CARD', '\\u0034111111111111111'))
  expect(await coded.text()).toMatch(/tarjeta/)
  const large = await say(written.replace('"CARD"', '4.111111111111111e15'))
  expect(await large.text()).toMatch(/tarjeta/)
})

test('what a device does not know of itself, it may leave out or call null; a number is no name', async () => {
  const known = { cordova: '12.0.0', model: 'SM-A135M', platform: 'Android', version: '14' }
  const names = ['cordova', 'model', 'platform', 'version', 'manufacturer', 'serial']
  const unknown = Object.fromEntries(names.map((name) => [name, null]))
  for (const additionalData of [null, {}, known, unknown, { ...known, cordova: null }])
    expect(
      (await ana.call(roles, {}, { header: { additionalData } })).responseHeader,
    ).toMatchObject({
      responseCode: '00',
    })
  for (const additionalData of [{ serial: 7 }, { model: 'x'.repeat(101) }, 'Android'])
    expect(
      (await ana.call(roles, {}, { header: { additionalData } })).responseHeader,
    ).toMatchObject({
      responseCode: '05',
    })
})

test('an audit number or a token that happens to look like a card is none; the same digits elsewhere are', async () => {
  const auditNumber = '4111111111111111'
  const mine = { header: { auditNumber } }
  expect((await ana.call(roles, {}, mine)).responseHeader.responseCode).toBe('00')
  const dead = { header: { auditNumber, userSessionToken: '5555555555554444' } }
  expect((await ana.call(roles, {}, dead)).responseHeader.responseCode).toBe('88')
  for (const more of [{ auditNumber }, { x: [[auditNumber]] }, { x: Number(auditNumber) }])
    expect((await ana.call(roles, more as never, mine)).responseHeader.responseDescription).toMatch(
      /tarjeta/,
    )
  // Neither serves to break up what stands elsewhere.
  const header = { auditNumber: '1', userSessionToken: '4111' }
  const broken = await ana.call(roles, { x: auditNumber } as never, { header })
  expect(broken.responseHeader.responseDescription).toMatch(/tarjeta/)
})

test('too many calls from one address get 429 and a time to come back', async () => {
  const small = await startTestServer({ config: { callsPerMinute: 3 } })
  const statuses: number[] = []
  for (let i = 0; i < 5; i++) statuses.push((await small.stranger.call(logout, {})).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await small.stranger.call(logout, {})).headers.get('retry-after')).toMatch(/^\d+$/)
  await small.close()
})

test('nothing is kept by anybody on the way, and a 5xx says nothing of the inside', async () => {
  expect((await ana.call(roles, {})).headers.get('cache-control')).toBe('no-store')
  const broken = await startTestServer({
    given: { rrn: () => Promise.reject(new Error('secret detail')) },
  })
  const response = await fetch(`${broken.url}/api/user/process/roles`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
  })
  expect(response.status).toBe(500)
  expect(await response.text()).toBe('{"statusCode":500}')
  await broken.close()
})
