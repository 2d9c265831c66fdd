import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { pathOf, type Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { login } from '#contract/user/login.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

/** No input of anybody gives a 5xx: what a database cannot keep or read is told apart before it. */
let testServer: TestServer
let ana: Person
beforeAll(async () => {
  testServer = await startTestServer()
  ana = await testServer.as('ana')
})
afterAll(() => testServer.close())

const days = { dateFrom: '20260601000000', dateTo: '20260907235959' }
const NUL = 'a\0b'
const debt = { geopayNetId: 'SURTIDOR', geopayMerchantId: '900001' }

test.each<[what: string, service: Service, fields: object]>([
  ['a user', login, { user: NUL, password: 'una-cualquiera' }],
  ['a loyalty', movements, { ...days, loyaltyCode: NUL }],
  ['a loyalty of a statement', accountStatus, { ...days, loyaltyCode: NUL }],
  ['a token', getPayments, { ...days, accessToken: NUL }],
  ['a debt', getGEOPayAccessToken, { ...debt, debtData: { reference: NUL } }],
  ['a day after the last year', getPayments, { ...days, dateTo: '99991231235959' }],
  ['a day before all years', getPayments, { ...days, dateFrom: '00000101000000' }],
])('%s that no database can hold is 05, with a sentence', async (_what, service, fields) => {
  const answer = await ana.call(service, fields as never)
  expect(answer.status).toBe(200)
  expect(answer.responseHeader.responseCode).toBe('05')
  expect(answer.responseHeader.responseDescription).toMatch(/^[A-ZÁÉÍÓÚÑ].*\.$/)
})

test('who sends a request a letter at a time is hung up on before a minute is over', async () => {
  const { http } = await testServer.second()
  for (const patience of [http.server.requestTimeout, http.server.headersTimeout]) {
    expect(patience).toBeGreaterThan(0)
    expect(patience).toBeLessThanOrEqual(30_000)
  }
})

/** Says exactly what is asked: neither a type nor a length that nobody named. */
const say = (path: string, headers: Record<string, string>, body = '', method = 'POST') =>
  new Promise<{ status: number; text: string }>((done, failed) => {
    const call = request(testServer.url + path, { method, headers }, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      done({ status: answer.statusCode ?? 0, text })
    })
    for (const header of ['content-length', 'transfer-encoding'])
      if (!Object.hasOwn(headers, header)) call.removeHeader(header)
    call.once('error', failed)
    call.end(body)
  })
const calls = (Object.values(services) as Service[]).map((service) => `/api/${pathOf(service)}`)
const { webhook, echoTest } = MERCHANT_ENDPOINTS
const chunked = { 'transfer-encoding': 'chunked' }
const json = { 'content-type': 'application/json' }

test.each([
  ['no body and no word of one', {}, '', 400],
  ['a body of no length', { 'content-length': '0' }, '', 400],
  ['a type and no body', json, '', 400],
  ['a type and chunks of nothing', { ...json, ...chunked }, '', 400],
  ['chunks of nothing', chunked, '', 415],
  ['a body of no type', { 'content-length': '2' }, '{}', 415],
  ['chunks of no type', chunked, '{}', 415],
  ['an empty type', { ...chunked, 'content-type': '' }, '{}', 415],
])('X1: %s is a bad request at every door, and no defect', async (_what, headers, body, status) => {
  for (const path of [...calls, webhook, echoTest]) {
    const said = await say(path, headers, body)
    expect([path, said]).toEqual([path, { status, text: JSON.stringify({ statusCode: status }) }])
  }
})

test('a method of no door finds nothing there', async () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])
    for (const path of [...calls.slice(0, 2), ...Object.values(MERCHANT_ENDPOINTS)])
      expect([method, path, (await say(path, {}, '', method)).status]).toEqual([method, path, 404])
})
