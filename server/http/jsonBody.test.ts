import { describe, expect, test } from 'vitest'
import { roles } from '#contract/user/roles.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

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
    'refuses a body that is %s, with its HTTP status, the limit it passes, and no other detail',
    async (_what, body, status) => {
      const answer = await post(body)
      expect(answer).toEqual({
        headers: expect.any(Headers),
        status,
        statusCode: status,
        ...(status === 413
          ? { maxBytes: 16_384 }
          : { responseHeader: expect.objectContaining({ responseCode: '05' }) }),
      })
    },
  )

  test.each([
    ['application/xml', 415],
    ['text/plain; charset=utf-16', 415],
    ['text/plain; charset="ISO-8859-1"', 415],
    ['application/json;charset=windows-1252', 415],
    ['text/plain; charset=UTF-8', 200],
    ['application/json; charset="utf8"', 200],
    ['text/plain', 200],
  ])('answers a body of the type %s with HTTP status %d', async (type, status) => {
    expect((await post('{}', { 'content-type': type })).status).toBe(status)
  })

  test.each([
    ['Latin-1', Buffer.from('{"x":"ñ"}', 'latin1'), 400],
    ['a surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 400],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 400],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 400],
    ['UTF-8', Buffer.from('{"x":"ñ€😀"}'), 200],
  ])('answers a body in the bytes of %s with its HTTP status', async (_what, body, status) => {
    const headers = { 'content-type': 'text/plain' }
    const url = `${server.url}/api/user/process/roles`
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status)
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
