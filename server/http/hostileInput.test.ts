import { describe, expect, test } from 'vitest'
import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { login } from '#contract/user/login.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { sendRaw } from '#testing/http/rawRequest.ts'

/** X1: no input gives a 5xx. Values that the database cannot store are refused before they reach it. */
const testServer = testServerForFile()
const ana = startForFile(() => testServer.as('ana'))

const days = { dateFrom: '20260601000000', dateTo: '20260907235959' }
const NUL = 'a\0b'
const debt = { geopayNetId: 'SURTIDOR', geopayMerchantId: '900001' }

describe('hostile input', () => {
  test.each<[what: string, contract: CallContract, fields: object]>([
    ['a user', login, { user: NUL, password: 'una-cualquiera' }],
    ['a loyalty', movements, { ...days, loyaltyCode: NUL }],
    ['a loyalty of a statement', accountStatus, { ...days, loyaltyCode: NUL }],
    ['a token', getPayments, { ...days, accessToken: NUL }],
    ['a debt', getGEOPayAccessToken, { ...debt, debtData: { reference: NUL } }],
    ['a day after the last year', getPayments, { ...days, dateTo: '99991231235959' }],
    ['a day before all years', getPayments, { ...days, dateFrom: '00000101000000' }],
  ])(
    '%s that the database cannot store gets 05 with a sentence',
    async (_what, contract, fields) => {
      const answer = await ana.call(contract, fields as never)
      expect(answer.status).toBe(200)
      expect(answer.responseHeader.responseCode).toBe('05')
      expect(answer.responseHeader.responseDescription).toMatch(/^[A-ZÁÉÍÓÚÑ].*\.$/)
    },
  )

  test('a request that takes more than 30 seconds to arrive is cut off', async () => {
    const { http } = await testServer.second()
    for (const timeout of [http.server.requestTimeout, http.server.headersTimeout]) {
      expect(timeout).toBeGreaterThan(0)
      expect(timeout).toBeLessThanOrEqual(30_000)
    }
  })

  const paths = (Object.values(calls) as CallContract[]).map(
    (contract) => `/api/${pathOf(contract)}`,
  )
  const { webhook, echoTest } = MERCHANT_ENDPOINTS
  const chunked = { 'transfer-encoding': 'chunked' }
  const json = { 'content-type': 'application/json' }

  test.each([
    ['no body and no header about one', {}, '', 400],
    ['a body of length 0', { 'content-length': '0' }, '', 400],
    ['a content type and no body', json, '', 400],
    ['a content type and an empty chunked body', { ...json, ...chunked }, '', 400],
    ['an empty chunked body', chunked, '', 415],
    ['a body without a content type', { 'content-length': '2' }, '{}', 415],
    ['a chunked body without a content type', chunked, '{}', 415],
    ['an empty content type', { ...chunked, 'content-type': '' }, '{}', 415],
  ])(
    'X1: a request with %s gets 400 or 415 at every endpoint',
    async (_what, headers, body, status) => {
      for (const path of [...paths, webhook, echoTest]) {
        const answer = await sendRaw(testServer.url, { path, headers, body })
        const { responseHeader, ...others } = JSON.parse(answer.body) as Record<string, unknown>
        expect([path, answer.status, others]).toEqual([path, status, { statusCode: status }])
        const isCall = status === 400 && paths.includes(path)
        const refused = { responseCode: '05', reason: 'invalid_request' }
        if (isCall) expect(responseHeader).toMatchObject(refused)
        else expect(responseHeader).toBeUndefined()
      }
    },
  )

  test('another method gets 404 at every endpoint', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])
      for (const path of [...paths.slice(0, 2), ...Object.values(MERCHANT_ENDPOINTS)]) {
        const { status } = await sendRaw(testServer.url, { path, method })
        expect([method, path, status]).toEqual([method, path, 404])
      }
  })
})
