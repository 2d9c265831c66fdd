import { request } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GATEWAY_CALLS, HOSTED_PAGE } from '#contract/geopay.ts'
import type { TestSandbox } from '#testing/testSandbox.ts'
import { startTestSandbox } from '#testing/testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

/** Sends a body with a content type, as fetch would not; resolves with the status. */
function sendRaw(method: string, path: string, type: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) }
    const { hostname, port } = new URL(sandbox.url)
    request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

describe('HTTP endpoints', () => {
  const CALL = GATEWAY_CALLS.payment
  test.each([
    ['invalid JSON', 'application/json', '{"a":', 400],
    ['an empty body', 'application/json', '', 400],
    ['the key __proto__', 'application/json', '{"__proto__":{"a":1}}', 400],
    ['the key constructor.prototype', 'application/json', '{"constructor":{"prototype":{}}}', 400],
    ['30,000 nested lists', 'application/json', '['.repeat(30_000) + ']'.repeat(30_000), 400],
    ['33 levels', 'application/json', '{"a":'.repeat(33) + '1' + '}'.repeat(33), 400],
    ['32 levels', 'application/json', '{"a":'.repeat(32) + '1' + '}'.repeat(32), 200],
    ['brackets in text', 'application/json', JSON.stringify({ a: '[{'.repeat(100) }), 200],
    ['70 kB', 'application/json', JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
    ['another content type', 'text/plain', '{}', 415],
    ['a bare number', 'application/json', '7', 200],
    ['null', 'application/json', 'null', 200],
  ])('answer %s', async (_, type, body, status) => {
    expect(await sendRaw('POST', CALL, type, body)).toBe(status)
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
      fc.tuple(fc.constant('application/json'), fc.oneof(json, fc.json(), fc.string())),
      fc.tuple(fc.constant('application/x-www-form-urlencoded'), fc.oneof(form, fc.string())),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('POST', 'GET', 'PUT', 'DELETE'),
        bodies,
        async (path, method, [type, body]) => {
          expect(await sendRaw(method, path, type, body)).toBeLessThan(500)
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
        expect(await sendRaw('POST', CALL, 'application/json', text)).toBeLessThan(500)
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
