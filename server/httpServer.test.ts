import { describe, expect, test } from 'vitest'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { startTestServer } from '#testing/harness/testServer.ts'

describe('buildHttp', () => {
  test('answers 429 with Retry-After to too many calls from one address', async () => {
    const server = await startTestServer({ config: { callsPerMinute: 3 } })
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await server.stranger.call(logout, {})).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const refused = await server.stranger.call(logout, {})
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    await server.close()
  })

  test('answers a defect with 500 and no detail', async () => {
    const server = await startTestServer({
      given: { rrn: () => Promise.reject(new Error('secret detail')) },
    })
    const answer = await server.stranger.call(roles, {})
    expect({ ...answer, headers: undefined }).toEqual({
      headers: undefined,
      status: 500,
      statusCode: 500,
    })
    await server.close()
  })
})
