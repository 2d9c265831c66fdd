import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GATEWAY_CALLS, HOSTED_PAGE } from '#contract/geopay.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestSandbox } from '#testing/harness/testSandbox.ts'
import { sendBytes, sendRaw } from '#testing/http/rawRequest.ts'

const sandbox = startForFile(startTestSandbox)

const statusOf = async (
  method: string,
  path: string,
  type: string,
  body: string,
  more: Record<string, string> = {},
) => {
  const headers = { ...more, 'content-type': type }
  return (await sendRaw(sandbox.url, { method, path, headers, body })).status
}
const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'

describe('HTTP endpoints', () => {
  const CALL = GATEWAY_CALLS.payment
  test.each([
    ['invalid JSON', JSON_TYPE, '{"a":', 400],
    ['an empty body', JSON_TYPE, '', 400],
    ['the key __proto__', JSON_TYPE, '{"__proto__":{"a":1}}', 400],
    ['the key constructor.prototype', JSON_TYPE, '{"constructor":{"prototype":{}}}', 400],
    ['30,000 nested lists', JSON_TYPE, '['.repeat(30_000) + ']'.repeat(30_000), 400],
    ['33 levels', JSON_TYPE, '{"a":'.repeat(33) + '1' + '}'.repeat(33), 400],
    ['32 levels', JSON_TYPE, '{"a":'.repeat(32) + '1' + '}'.repeat(32), 200],
    ['brackets in text', JSON_TYPE, JSON.stringify({ a: '[{'.repeat(100) }), 200],
    ['70 kB', JSON_TYPE, JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
    ['another content type', 'text/plain', '{}', 415],
    ['a bare number', JSON_TYPE, '7', 200],
    ['null', JSON_TYPE, 'null', 200],
  ])('answer %s', async (_, type, body, status) => {
    expect(await statusOf('POST', CALL, type, body)).toBe(status)
  })

  test('answer no input with a 5xx', async () => {
    const token = await sandbox.open()
    const paths = [
      ...Object.values(GATEWAY_CALLS),
      HOSTED_PAGE,
      `${HOSTED_PAGE}/pay`,
      `${HOSTED_PAGE}/cancel`,
      '/sandbox/pay',
      '/pasarela/../main.ts',
      `${HOSTED_PAGE}?token=%zz&token[]=1`,
      `${HOSTED_PAGE}?token=a&token=b`,
    ]
    const field = fc.constantFrom('requestHeader', 'token', 'card', 'cancel', 'number', 'x')
    const json = fc.dictionary(field, fc.anything()).map((value) => {
      try {
        return JSON.stringify({ token, ...value })
      } catch {
        return '{}'
      }
    })
    const form = fc
      .array(fc.tuple(field, fc.string({ unit: 'binary' })))
      .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
    const bodies = fc.oneof(
      fc.tuple(fc.constant(JSON_TYPE), fc.oneof(json, fc.json(), fc.string())),
      fc.tuple(fc.constant(FORM), fc.oneof(form, fc.string())),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('POST', 'GET', 'PUT', 'DELETE'),
        bodies,
        async (path, method, [type, body]) => {
          expect(await statusOf(method, path, type, body)).toBeLessThan(500)
        },
      ),
      { numRuns: 400, seed: 7 },
    )
    expect(sandbox.errors).toEqual([])
    expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200)
  })

  test('answer a signed message with missing fields with 12', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (fields) => {
        const message = sandbox.sign({ ...fields, requestHeader: sandbox.header() })
        const text = JSON.stringify(message)
        expect(await statusOf('POST', CALL, JSON_TYPE, text)).toBeLessThan(500)
      }),
      { numRuns: 100, seed: 7 },
    )
    const empty = await sandbox.json(CALL, sandbox.sign({ requestHeader: sandbox.header() }))
    expect(empty).toMatchObject({ responseHeader: { responseCode: '12' } })
    expect(sandbox.errors).toEqual([])
  })

  test('answer an unknown path with a page and 404', async () => {
    const answer = await fetch(`${sandbox.url}/nada`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Esta página no existe')
    expect((await fetch(`${sandbox.url}/pasarela/..%2fmain.ts`)).status).toBeGreaterThanOrEqual(400)
  })
})

const DEBIT = '9999 0100 0001 0002'
const typed = (token: string) =>
  new URLSearchParams({
    token,
    number: DEBIT,
    holder: 'Ana Núñez',
    expiry: '08/29',
    cvv: '123',
    installments: '1',
  }).toString()

describe('forms of other sites', () => {
  const foreign: [what: string, headers: Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another origin, without the header of newer browsers', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
  ]

  test.each(foreign)('no form of %s pays, cancels or drives payments', async (_what, headers) => {
    const token = await sandbox.open()
    const control = `token=${token}&card=${DEBIT}`
    for (const [path, body] of [
      [`${HOSTED_PAGE}/pay`, typed(token)],
      [`${HOSTED_PAGE}/cancel`, `token=${token}`],
      ['/sandbox/pay', control],
      [GATEWAY_CALLS.voidPayment, ''],
    ] as const)
      expect([path, await statusOf('POST', path, FORM, body, headers)]).toEqual([path, 403])
    expect((await sandbox.query(token)).payments[0]).toMatchObject({
      state: 'INPROCESS',
      card: null,
    })
    // The merchant is another site: its form opens the page, which charges nothing.
    expect(await statusOf('POST', HOSTED_PAGE, FORM, `token=${token}`, headers)).toBe(200)
  })

  test('a form of the sandbox itself and a program pay', async () => {
    const { host } = new URL(sandbox.url)
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: `http://${host}` }, {}]) {
      const token = await sandbox.open()
      expect(await statusOf('POST', `${HOSTED_PAGE}/pay`, FORM, typed(token), headers)).toBe(200)
    }
  })
})

describe('every answer of the sandbox', () => {
  const end = 'Host: x\r\nConnection: close\r\n'
  test.each([
    [200, `GET / HTTP/1.1\r\n${end}\r\n`],
    [400, 'hola\r\n\r\n'],
    [400, `GET /% HTTP/1.1\r\n${end}\r\n`],
    [403, `POST /sandbox/pay HTTP/1.1\r\n${end}Origin: null\r\nContent-Length: 0\r\n\r\n`],
    [404, `GET /nada HTTP/1.1\r\n${end}\r\n`],
    [415, `POST ${HOSTED_PAGE} HTTP/1.1\r\n${end}Content-Length: 2\r\n\r\n{}`],
  ])('with status %d carries the security headers: %s', async (status, text) => {
    const answer = await sendBytes(sandbox.url, text)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${sandbox.merchant.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })
})
