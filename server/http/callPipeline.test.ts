import { describe, expect, test } from 'vitest'
import { auditNumber, requestHeader } from '#contract/header.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const codeWith = async (header: object) =>
  (await ana.call(roles, {}, { header: { ...header } })).responseHeader.responseCode

describe('a repeated request', () => {
  test('gets its first answer; the same audit number with another body gets 05', async () => {
    const now = server.context.now()
    const number = auditNumber(now, 0.123)
    const header = requestHeader({ now, random: 0.5, platform: 'b', token: ana.token })
    const ask = (reference: string) =>
      ana.call(getGEOPayAccessToken, {} as never, {
        body: JSON.stringify({
          requestHeader: { ...header, auditNumber: number },
          geopayNetId: 'SURTIDOR',
          geopayMerchantId: '900001',
          debtData: { reference },
        }),
      })
    const first = await ask('no-such-debt')
    const second = await ask('no-such-debt')
    expect(second.responseHeader).toEqual({
      ...first.responseHeader,
      rrn: second.responseHeader.rrn,
    })
    const other = await ask('another-debt')
    expect(other.responseHeader.responseCode).toBe('05')
    expect(other.responseHeader.responseDescription).toMatch(/auditoría/)
    const { rows } = await server.context.db.execute(
      `select count(*)::int as n from idempotent_request where audit_number = '${number}'`,
    )
    expect(rows[0]?.n).toBe(1)
  })
})

describe('a request header', () => {
  test.each([
    ['no audit number', { auditNumber: undefined }],
    ['an audit number of 21 characters', { auditNumber: '1'.repeat(21) }],
    ['a malformed version', { version: 'x-1.7.0' }],
    ['a date that does not exist', { dateTime: '2026-02-31 10:00:00' }],
  ])('with %s gets 05', async (_what, wrong) => {
    expect(await codeWith(wrong)).toBe('05')
  })

  const optional = [
    'netId',
    'netDescription',
    'dateTime',
    'netPassword',
    'netUser',
    'lastUpdateData',
  ]
  test.each(optional.flatMap((field) => [null, '', undefined].map((value) => [field, value])))(
    'may carry %s as %j',
    async (field, value) => {
      expect(await codeWith({ [field as string]: value })).toBe('00')
    },
  )

  test('may carry any net id, also as a number', async () => {
    expect(await codeWith({ netId: 'OTRA' })).toBe('00')
    expect(await codeWith({ netId: 7 })).toBe('00')
  })

  test('a header without a last update gets every reference list', async () => {
    for (const lastUpdateData of [null, '', undefined]) {
      const { responseHeader } = await ana.call(roles, {}, { header: { lastUpdateData } })
      expect(responseHeader.updatedData?.map(({ name }) => name)).toEqual(['banks', 'marks'])
    }
  })

  test.each([null, '', undefined])(
    'a header with %j as its token gets 88 in a signed-in call and 00 in an open one',
    async (userSessionToken) => {
      expect(await codeWith({ userSessionToken })).toBe('88')
      const credentials = { user: 'ana@demo.surtidor.uy', password: 'demo-surtidor' }
      const answer = await server.stranger.call(login, credentials, {
        header: { userSessionToken },
      })
      expect(answer.responseHeader.responseCode).toBe('00')
    },
  )

  test.each([{}, { requestHeader: null }, { requestHeader: '' }, { requestHeader: 7 }, [], null])(
    'a missing header gets 88 in a signed-in call: %j',
    async (body) => {
      const answer = await ana.call(roles, {}, { body: JSON.stringify(body) })
      expect(answer.responseHeader).toMatchObject({
        responseCode: '88',
        responseDescription: 'Tu sesión venció. Ingresá de nuevo.',
      })
    },
  )

  const known = { cordova: '12.0.0', model: 'SM-A135M', platform: 'Android', version: '14' }
  const fields = ['cordova', 'model', 'platform', 'version', 'manufacturer', 'serial']
  const unknown = Object.fromEntries(fields.map((field) => [field, null]))

  test.each([null, {}, known, unknown, { ...known, cordova: null }, { serial: 7, version: 14.1 }])(
    'may carry the device data as text, number or null, or leave them out: %j',
    async (additionalData) => {
      expect(await codeWith({ additionalData })).toBe('00')
    },
  )

  test.each([{ serial: true }, { model: 'x'.repeat(101) }, 'Android'])(
    'device data of another type or length get 05: %j',
    async (additionalData) => {
      expect(await codeWith({ additionalData })).toBe('05')
    },
  )
})
