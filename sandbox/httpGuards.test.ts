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

/** Sends raw bytes, without the checks of a browser. */
function raw(method: string, path: string, type: string, body: string): Promise<number> {
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

const CALL = GATEWAY_CALLS.payment
describe('HTTP guards', () => {
  test.each([
    ['no JSON', 'application/json', '{"a":', 400],
    ['nothing', 'application/json', '', 400],
    ['a prototype', 'application/json', '{"__proto__":{"a":1}}', 400],
    ['a constructor', 'application/json', '{"constructor":{"prototype":{}}}', 400],
    ['bottomless lists', 'application/json', '['.repeat(30_000) + ']'.repeat(30_000), 400],
    ['33 levels', 'application/json', '{"a":'.repeat(33) + '1' + '}'.repeat(33), 400],
    ['32 levels', 'application/json', '{"a":'.repeat(32) + '1' + '}'.repeat(32), 200],
    ['brackets in text', 'application/json', JSON.stringify({ a: '[{'.repeat(100) }), 200],
    ['too much', 'application/json', JSON.stringify({ a: 'x'.repeat(70_000) }), 413],
    ['another type', 'text/plain', '{}', 415],
    ['a bare number', 'application/json', '7', 200],
    ['null', 'application/json', 'null', 200],
  ])('%s', async (_, type, body, status) => {
    expect(await raw('POST', CALL, type, body)).toBe(status)
  })

  test('no input causes a 5xx on any route', async () => {
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
    const sent = fc.oneof(
      fc.tuple(fc.constant('application/json'), fc.oneof(json, fc.json(), fc.string())),
      fc.tuple(fc.constant('application/x-www-form-urlencoded'), fc.oneof(form, fc.string())),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom('POST', 'GET', 'PUT', 'DELETE'),
        sent,
        async (path, method, [type, body]) => {
          expect(await raw(method, path, type, body)).toBeLessThan(500)
        },
      ),
      { numRuns: 400, seed: 7 },
    )
    expect(sandbox.reportedErrors).toEqual([])
    expect((await fetch(`${sandbox.url}/healthz`)).status).toBe(200)
  })

  test('answers 12 to a signed message without meaning and keeps running', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (fields) => {
        const message = sandbox.sign({ ...fields, requestHeader: sandbox.header() })
        const text = JSON.stringify(message)
        expect(await raw('POST', CALL, 'application/json', text)).toBeLessThan(500)
      }),
      { numRuns: 100, seed: 7 },
    )
    const empty = await sandbox.json(CALL, sandbox.sign({ requestHeader: sandbox.header() }))
    expect(empty).toMatchObject({ responseHeader: { responseCode: '12' } })
    expect(sandbox.reportedErrors).toEqual([])
  })

  test('shows a page for an unknown address', async () => {
    const answer = await fetch(`${sandbox.url}/nada`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Esta página no existe')
    expect((await fetch(`${sandbox.url}/pasarela/..%2fmain.ts`)).status).toBeGreaterThanOrEqual(400)
  })
})
