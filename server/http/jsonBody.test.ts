import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#contract/user/roles.ts'
import { startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const post = (body: string, headers = {}) => server.stranger.call(roles, {}, { body, headers })

describe('the parser of request bodies', () => {
  test.each([
    ['no JSON', 'hola', 400],
    ['empty', '', 400],
    ['with a __proto__ key', '{"__proto__":{"admin":true}}', 400],
    ['with a constructor key', '{"requestHeader":{"constructor":{"prototype":{}}}}', 400],
    ['with a toString key', '{"requestHeader":{"netId":{"length":{"toString":1}}}}', 400],
    ['33 levels deep', deep(33), 400],
    ['8,000 levels deep', deep(8_000), 400],
    ['longer than 16 KiB', `{"x":"${'a'.repeat(16_384)}"}`, 413],
  ])(
    'refuses a body that is %s, with its HTTP status and no detail',
    async (_what, body, status) => {
      const answer = await post(body)
      expect(answer.status).toBe(status)
      expect({ ...answer, headers: undefined }).toEqual({
        headers: undefined,
        status,
        statusCode: status,
      })
    },
  )

  test('refuses another content type with 415', async () => {
    expect((await post('{}', { 'content-type': 'application/xml' })).status).toBe(415)
  })

  test.each([
    ['null', '88'],
    ['[]', '88'],
    ['1', '88'],
    ['"x"', '88'],
    ['{}', '88'],
    ['{"requestHeader":null}', '88'],
    ['{"requestHeader":{"netId":7}}', '05'],
  ])('passes %s on to the call, which answers %s with a sentence', async (body, code) => {
    const { status, responseHeader } = await post(body)
    expect(status).toBe(200)
    expect(responseHeader.responseCode).toBe(code)
    expect(responseHeader.responseDescription).toMatch(/\.$/)
  })
})
