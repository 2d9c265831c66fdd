import { describe, expect, test } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { createTestClient, headerOf, type TestTransport } from '#testing/harness/testClient.ts'

describe('headerOf', () => {
  test('gives each call its own audit number at the same time', () => {
    const numbers = Array.from({ length: 5_000 }, () => headerOf('', FIXED_DATE).auditNumber)
    expect(new Set(numbers).size).toBe(5_000)
  })
})

describe('createTestClient', () => {
  test('sends the cookies that came with the token of its session', async () => {
    const sent: Record<string, string>[] = []
    const transport: TestTransport = {
      now: () => FIXED_DATE,
      post: async (request) => {
        sent.push(request.headers)
        const headers = new Headers()
        headers.append('set-cookie', 'binder=secret; Path=/api/; HttpOnly')
        headers.append('set-cookie', 'XSRF-TOKEN=double; Path=/')
        return { status: 200, headers, text: '{"userSessionToken":"renewed"}' }
      },
    }
    await createTestClient(transport, 'old').call(getDebts, { type: '' })
    await createTestClient(transport, 'renewed').call(getDebts, { type: '' })
    const type = { 'content-type': 'text/plain; charset=utf-8' }
    const cookie = 'binder=secret; XSRF-TOKEN=double'
    expect(sent).toEqual([type, { ...type, cookie, 'x-xsrf-token': 'double' }])
  })
})
