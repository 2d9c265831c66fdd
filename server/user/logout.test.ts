import { afterAll, beforeAll, expect, test } from 'vitest'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { type TestServer, startTestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('S1: a session that was ended is dead everywhere, and the other one of the same person lives on', async () => {
  const phone = await server.as('ana')
  const tablet = await server.as('ana')
  expect((await phone.call(logout, {})).responseHeader.responseCode).toBe('00')
  expect((await phone.call(roles, {})).responseHeader.responseCode).toBe('88')
  expect((await phone.call(logout, {})).responseHeader.responseCode).toBe('88')
  expect((await tablet.call(roles, {})).responseHeader.responseCode).toBe('00')
})

test('nobody is logged out by a token that is not one', async () => {
  for (const token of ['', 'x', '0'.repeat(43)]) {
    const answer = await server.stranger.call(logout, {}, { header: { userSessionToken: token } })
    expect(answer.responseHeader.responseCode).toBe('88')
  }
})
