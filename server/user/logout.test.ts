import { describe, expect, test } from 'vitest'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('logout', () => {
  test('S1: ends the session with 88 for further calls, and no other session of the user', async () => {
    const phone = await server.as('ana')
    const tablet = await server.as('ana')
    expect((await phone.call(logout, {})).responseHeader.responseCode).toBe('00')
    expect((await phone.call(roles, {})).responseHeader.responseCode).toBe('88')
    expect((await phone.call(logout, {})).responseHeader.responseCode).toBe('88')
    expect((await tablet.call(roles, {})).responseHeader.responseCode).toBe('00')
  })

  test('S1: answers 88 to an unknown token', async () => {
    for (const token of ['', 'x', '0'.repeat(43)]) {
      const answer = await server.stranger.call(logout, {}, { header: { userSessionToken: token } })
      expect(answer.responseHeader.responseCode).toBe('88')
    }
  })
})
