import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '#contract/user/sessions.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('sessions', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(sessions, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
