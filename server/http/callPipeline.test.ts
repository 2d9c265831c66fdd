import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditNumber, requestHeader } from '#contract/header.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { login } from '#contract/user/login.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { roles } from '#contract/user/roles.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const codeWith = async (header: object) =>
  (await ana.call(roles, {}, { header: { ...header } })).responseHeader.responseCode

describe('a repeated request', () => {
  test('P7: another body under the number of a request that is still running is refused', async () => {
    const auditNumber = 'P7-running'
    const set = (enabled: boolean) =>
      ana.call(
        setNotificationPreference,
        { type: 1, channel: 'push', enabled },
        { header: { auditNumber } },
      )
    const holder = await createLockHolder(server)
    await holder.lock('lock table notification_preference in exclusive mode')
    const running = set(true)
    await holder.waitForBlocked(1)
    const waiting = set(false)
    await holder.waitForBlocked(2)
    await holder.release('commit')
    const [first, other] = [await running, await waiting]
    expect(first.responseHeader.responseCode).toBe('00')
    expect(other.responseHeader.reason).toBe('audit_number_reused')
    expect(other.preferences).toBeUndefined()
  })

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
    expect(second.responseHeader).toEqual(first.responseHeader)
    const other = await ask('another-debt')
    expect(other.responseHeader.responseCode).toBe('05')
    expect(other.responseHeader.responseDescription).toMatch(/auditoría/)
    const { rows } = await server.context.db.execute(
      `select count(*)::int as n from idempotent_request where audit_number = '${number}'`,
    )
    expect(rows[0]?.n).toBe(1)
  })

  const header = fc.record({
    dateTime: fc.constantFrom('', '2026-09-07 12:00:00', '2026-09-07 12:00:05'),
    netId: fc.constantFrom('SURTIDOR', 7),
    version: fc.constantFrom('a-1.7.0', 'b-1.8.1'),
    lastUpdateData: fc.constantFrom('', '20990101000000'),
    additionalData: fc.constantFrom(null, 'Android', { model: 'SM-A135M' }),
  })
  test('built anew with another header gets the first answer and its rrn, and has one effect', async () => {
    let number = 0
    const settings = fc.record({ type: fc.constantFrom(1, 3), enabled: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(header, header, settings, async (first, again, { type, enabled }) => {
        const auditNumber = `P7-${(number += 1)}`
        const set = (more: object, on: boolean) =>
          ana.call(
            setNotificationPreference,
            { type, channel: 'push', enabled: on },
            { header: { ...more, auditNumber } },
          )
        const answer = await set(first, enabled)
        // Another call changes it back: the repeat below must not change it once more.
        await ana.call(setNotificationPreference, { type, channel: 'push', enabled: !enabled })
        const repeated = await set(again, enabled)
        expect(answer.responseHeader.responseCode).toBe('00')
        expect(repeated.preferences).toEqual(answer.preferences)
        expect(repeated.responseHeader.rrn).toBe(answer.responseHeader.rrn)
        const other = await set(first, !enabled)
        expect(other.responseHeader.reason).toBe('audit_number_reused')
        const { preferences } = await ana.call(notificationPreferences, {})
        const now = preferences.find((one) => one.type === type && one.channel === 'push')
        expect(now?.enabled).toBe(!enabled)
      }),
      { numRuns: 25 },
    )
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

  test('may carry the audit number as a number, and the device data as one text', async () => {
    expect(await codeWith({ auditNumber: 12345655123 })).toBe('00')
    expect(await codeWith({ auditNumber: 1.5 })).toBe('05')
    expect(await codeWith({ additionalData: 'Samsung SM-A135M, Android 14' })).toBe('00')
  })

  test.each([{ serial: true }, { model: 'x'.repeat(101) }, 'x'.repeat(201), 7])(
    'device data of another type or length get 05: %j',
    async (additionalData) => {
      expect(await codeWith({ additionalData })).toBe('05')
    },
  )
})
