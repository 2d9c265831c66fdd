import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import type { Service } from '#contract/service.ts'
import { login } from '#contract/user/login.ts'
import { type House, openHouse, type Person } from '#server/house.ts'

/** No input of anybody gives a 5xx: what a database cannot keep or read is told apart before it. */
let house: House
let ana: Person
beforeAll(async () => {
  house = await openHouse()
  ana = await house.as('ana')
})
afterAll(() => house.close())

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
  const { http } = await house.second()
  for (const patience of [http.server.requestTimeout, http.server.headersTimeout]) {
    expect(patience).toBeGreaterThan(0)
    expect(patience).toBeLessThanOrEqual(30_000)
  }
})
