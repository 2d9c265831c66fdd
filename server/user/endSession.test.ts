import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endSession } from '#contract/user/endSession.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('endSession', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(endSession, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
