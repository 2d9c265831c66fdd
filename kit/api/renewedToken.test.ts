import { afterEach, describe, expect, test, vi } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { storage } from '#kit/browser/storage.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a renewed token', () => {
  test('is passed on with the one that it replaces, but not the token of a login', async () => {
    const responseHeader = {
      responseCode: '00',
      responseDescription: 'AUTORIZADO',
      rrn: '000000000001',
      updatedData: null,
    }
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ responseHeader, userSessionToken: 'fresh' })),
    )
    const onRenewedToken = vi.fn<(old: string, fresh: string) => void>()
    const call = createApiClient({
      base: 'http://localhost/api/',
      platform: 'b',
      now: () => new Date('2026-09-07T17:04:05.678Z'),
      random: () => 0.5,
      cookies: () => '',
      referenceStorage: storage('localStorage'),
      caller: () => ({ token: 'old', user: 'ana@demo.surtidor.uy' }),
      onInvalidSession: () => undefined,
      onRenewedToken,
    })
    await call(confirmSecondFactor, { code: '123456' })
    expect(onRenewedToken.mock.calls).toEqual([['old', 'fresh']])
    await call(confirmSecondFactor, { code: '123456' }, { as: { token: '', user: '' } })
    expect(onRenewedToken).toHaveBeenCalledTimes(1)
  })
})

describe('a second factor that was shown too long ago', () => {
  test('is reported with the token of its session', async () => {
    const responseHeader = {
      responseCode: DENIED,
      responseDescription: 'Mostrá tu segundo factor.',
      reason: 'second_factor_missing',
      rrn: '000000000001',
      updatedData: null,
    }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ responseHeader })))
    const onSecondFactorDue = vi.fn<(token: string) => void>()
    const call = createApiClient({
      base: 'http://localhost/api/',
      platform: 'b',
      now: () => new Date('2026-09-07T17:04:05.678Z'),
      random: () => 0.5,
      cookies: () => '',
      referenceStorage: storage('localStorage'),
      caller: () => ({ token: 'stale', user: 'diego@demo.surtidor.uy' }),
      onInvalidSession: () => undefined,
      onSecondFactorDue,
    })
    await expect(call(membershipRequestList, {})).rejects.toMatchObject({
      reason: 'second_factor_missing',
    })
    expect(onSecondFactorDue.mock.calls).toEqual([['stale']])
  })
})
