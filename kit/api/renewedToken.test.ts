import { afterEach, describe, expect, test, vi } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { storage } from '#kit/browser/storage.ts'

const SETTINGS = {
  base: 'http://localhost/api/',
  platform: 'b',
  now: () => new Date('2026-09-07T17:04:05.678Z'),
  random: () => 0.5,
  cookies: () => '',
  referenceStorage: storage('localStorage'),
  onInvalidSession: () => undefined,
} as const
const HEADER = {
  responseCode: '00',
  responseDescription: 'AUTORIZADO',
  rrn: '1',
  updatedData: null,
}

afterEach(() => vi.unstubAllGlobals())

describe('the token of a session', () => {
  test('is passed on renewed with the one that it replaces, but not the token of a login', async () => {
    const answer = { responseHeader: HEADER, userSessionToken: 'fresh' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
    const onRenewedToken = vi.fn<(old: string, fresh: string) => void>()
    const call = createApiClient({
      ...SETTINGS,
      caller: () => ({ token: 'old', user: 'ana@demo.surtidor.uy' }),
      onRenewedToken,
    })
    await call(confirmSecondFactor, { code: '123456' })
    expect(onRenewedToken.mock.calls).toEqual([['old', 'fresh']])
    await call(confirmSecondFactor, { code: '123456' }, { as: { token: '', user: '' } })
    expect(onRenewedToken).toHaveBeenCalledTimes(1)
  })

  test('is reported when its second factor was shown too long ago', async () => {
    const responseHeader = { ...HEADER, responseCode: DENIED, reason: 'second_factor_missing' }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ responseHeader })))
    const onSecondFactorDue = vi.fn<(token: string) => void>()
    const call = createApiClient({
      ...SETTINGS,
      caller: () => ({ token: 'stale', user: 'diego@demo.surtidor.uy' }),
      onSecondFactorDue,
    })
    await expect(call(membershipRequestList, {})).rejects.toMatchObject({
      reason: 'second_factor_missing',
    })
    expect(onSecondFactorDue.mock.calls).toEqual([['stale']])
  })
})
