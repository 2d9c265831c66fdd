import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('setNotificationPreference', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(setNotificationPreference, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
