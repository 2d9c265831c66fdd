import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { roles } from '#contract/user/roles.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const statusFor = async (origin: string) =>
  (await server.stranger.call(roles, {}, { headers: { origin } })).status

/** Posts as a form of another site does; `fetch` would replace the header `sec-fetch-mode`. */
const navigate = () =>
  new Promise((done) => {
    const headers = { 'content-type': 'text/plain', 'sec-fetch-mode': 'navigate' }
    request(`${server.url}/api/user/process/roles`, { method: 'POST', headers }, (response) =>
      done(response.statusCode),
    ).end('{}')
  })

describe('registerRequestGuards', () => {
  test.each([
    'https://evil.example',
    'null',
    'http://localhost:3001',
    'http://localhost:3000.evil.example',
  ])('refuses the origin %s with 403', async (origin) => {
    expect(await statusFor(origin)).toBe(403)
  })

  test('refuses a navigation with 403', async () => {
    expect(await navigate()).toBe(403)
  })

  test.each(['http://localhost:3000', 'capacitor://localhost', 'https://localhost'])(
    'accepts the origin %s',
    async (origin) => {
      expect(await statusFor(origin)).toBe(200)
    },
  )

  test('lets the page of the installed app read the answer, the date and the time to wait', async () => {
    const origin = 'https://localhost'
    const { headers } = await server.stranger.call(roles, {}, { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-expose-headers')).toBe('Date, Retry-After')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})
