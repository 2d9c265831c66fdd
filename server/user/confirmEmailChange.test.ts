import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('confirmEmailChange', () => {
  test('answers TODO', async () => {
    const ana = await server.as('ana')
    const answer = await ana.call(confirmEmailChange, {})
    expect(answer).toMatchObject({ todo: 'the fields of the answer' })
  })
})
