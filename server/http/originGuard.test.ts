import { describe, expect, test } from 'vitest'
import { roles } from '#contract/user/roles.ts'
import type { TestWire } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const post = (more: TestWire) => server.stranger.call(roles, {}, more)
const preflight = (origin: string) =>
  fetch(`${server.url}/api/user/process/roles`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-xsrf-token',
    },
  })
const grants = ({ headers }: { headers: Headers }) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

describe('registerRequestGuards', () => {
  test.each(['http://localhost:3000', 'capacitor://localhost', 'https://localhost'])(
    'lets the origin %s read answers, the date and the time to wait, without credentials',
    async (origin) => {
      const readable = {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Date, Retry-After',
      }
      const allowed = await preflight(origin)
      expect(allowed.status).toBe(204)
      expect(grants(allowed)).toEqual({
        ...readable,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, X-XSRF-TOKEN',
        'access-control-max-age': '600',
      })
      for (const [status, type, body] of [
        [200, 'text/plain'],
        [400, 'text/plain', '{'],
        [415, 'application/xml', '{}'],
      ] as const) {
        const headers = { origin, 'content-type': type }
        const answer = await post({ headers, ...(body && { body }) })
        expect([answer.status, answer.headers.get('vary')]).toEqual([status, 'Origin'])
        expect(grants(answer)).toEqual(readable)
      }
    },
  )

  test.each([
    'https://evil.example',
    'null',
    'http://localhost',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
    'capacitor://localhost.evil',
  ])('refuses the origin %s with 403 and lets it read nothing', async (origin) => {
    for (const response of [await preflight(origin), await post({ headers: { origin } })])
      expect([response.status, grants(response)]).toEqual([403, {}])
    for (const path of ['/', '/healthz', '/docs/json', '/mailbox'])
      expect(grants(await fetch(server.url + path, { headers: { origin } }))).toEqual({})
  })

  test('answers a request without an origin without CORS headers', async () => {
    const response = await post({})
    expect([response.status, grants(response)]).toEqual([200, {}])
  })
})
