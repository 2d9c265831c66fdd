import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('notificationPreferences', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(notificationPreferences, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
