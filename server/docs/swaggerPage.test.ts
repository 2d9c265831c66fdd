import { describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import { CLIENT_PROGRAMS } from '#contract/clientProgram.ts'
import { DAY_MS } from '#contract/dates.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { openapi } from '#server/docs/openapi.ts'
import { completeRequest, storeSession } from '#server/docs/swaggerInterceptors.ts'
import { handlers } from '#server/handlers.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

interface Document {
  paths: Record<string, { post: Operation }>
  components: { schemas: Record<string, { properties: object }> }
}
interface Operation {
  operationId: string
  summary: string
  requestBody: { content: Record<string, { schema: { $ref: string }; example: object }> }
}

describe('/docs', () => {
  test('the document has every call with its fields, a summary and an example', async () => {
    const response = await fetch(`${server.url}/docs/json`)
    const document = (await response.json()) as Document
    expect(Object.keys(document.paths)).toHaveLength(Object.keys(calls).length)
    for (const contract of Object.values(calls)) {
      const { post } = document.paths[`/${pathOf(contract)}`] ?? expect.fail(contract.name)
      expect(post.operationId).toBe(contract.name)
      expect(post.summary).not.toBe('')
      const { schema, example } =
        post.requestBody.content['text/plain'] ?? expect.fail(contract.name)
      const properties =
        document.components.schemas[schema.$ref.split('/').at(-1) ?? '']?.properties
      expect(Object.keys(properties ?? {}).sort()).toEqual(
        ['requestHeader', ...Object.keys(contract.request.shape)].sort(),
      )
      expect(Object.keys(example).every((field) => field in (properties ?? {}))).toBe(true)
    }
  })

  test('the page has its own content security policy and reveals no internals', async () => {
    const response = await fetch(`${server.url}/docs/`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await response.text()).toContain('<html lang="en">')
    expect(JSON.stringify(openapi(handlers))).not.toMatch(/password_hash|drizzle|file:\/\//)
  })

  test('example dates follow the current day while the server runs', async () => {
    const read = async () => {
      const document = (await (await fetch(`${server.url}/docs/json`)).json()) as Document
      const { post } = document.paths['/financial/process/movements'] ?? expect.fail()
      return post.requestBody.content['text/plain']?.example
    }
    expect(await read()).toMatchObject({ dateTo: '20260907235959' })
    server.wait(21 * DAY_MS)
    expect(await read()).toMatchObject({ dateTo: '20260928235959' })
  })

  test('each example request satisfies its contract', () => {
    for (const contract of Object.values(calls)) {
      const read = contract.request.safeParse(examples[contract.name as CallName] ?? {})
      const invented = /reference|notificationId|code|geopayResponse/
      const wrong = read.error?.issues.filter(({ path }) => !invented.test(path.join('.'))) ?? []
      expect(wrong, contract.name).toEqual([])
    }
  })

  test('the interceptors set a new audit number, the XSRF header and the current session token', () => {
    const storage = new Map<string, string>()
    const page = globalThis as unknown as Record<string, unknown>
    page.sessionStorage = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    }
    page.document = { cookie: `a=b; XSRF-TOKEN=other; ${CLIENT_PROGRAMS.docs.xsrfCookie}=half` }
    storeSession({
      url: 'http://x/api/user/process/login',
      text: '{"user":{"userSessionToken":"abc"}}',
    })
    const tokenOf = (body?: string) => JSON.parse(body ?? '').requestHeader.userSessionToken
    const ask = () =>
      completeRequest({
        url: 'http://x',
        body: '{"requestHeader":{"userSessionToken":"","auditNumber":"1"}}',
        headers: {},
      })
    const [one, two] = [ask(), ask()]
    expect(tokenOf(one.body)).toBe('abc')
    expect(one.headers['X-XSRF-TOKEN']).toBe('half')
    const { netDescription } = JSON.parse(one.body ?? '').requestHeader
    expect(netDescription).toBe(CLIENT_PROGRAMS.docs.netDescription)
    expect(JSON.parse(one.body ?? '').requestHeader.auditNumber).not.toBe(
      JSON.parse(two.body ?? '').requestHeader.auditNumber,
    )
    storeSession({
      url: 'http://x/api/user/process/updatePassword',
      text: '{"userSessionToken":"def"}',
    })
    expect(tokenOf(ask().body)).toBe('def')
    expect(completeRequest({ url: 'http://x', body: 'not json', headers: {} }).body).toBe(
      'not json',
    )
  })
})
