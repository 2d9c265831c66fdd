import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('requestEmailChange', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(requestEmailChange, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
