import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { roles } from '#contract/user/roles.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { createBranchCache } from '#kit/api/branchCache.ts'
import { storage } from '#kit/browser/storage.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

const envelope = (fields: object, header: object = {}) => ({
  responseHeader: {
    responseCode: '00',
    responseDescription: 'AUTORIZADO',
    rrn: '000000000001',
    updatedData: null,
    ...header,
  },
  ...fields,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A client whose calls are answered by the function, with the names of the calls that were sent. */
function createClient(answer: (name: string) => object) {
  const sent: string[] = []
  const call = createApiClient({
    base: '',
    platform: 'b',
    now: () => new Date('2026-09-07T17:04:05Z'),
    random: () => 0.5,
    cookies: () => '',
    referenceStorage: storage('localStorage'),
    caller: () => ({ token: 'a-token', user: '' }),
    onInvalidSession: () => undefined,
    earlyAnswer: async ({ name }) => {
      sent.push(name)
      return answer(name)
    },
  })
  return { call, sent }
}

describe('createBranchCache', () => {
  test('a repeated request for the branches is answered after 500 ms, without the server', async () => {
    const { call, sent } = createClient(() => envelope({ branches: [aBranch()] }))
    const first = await call(branches, {})
    const again = vi.fn<(answer: object) => void>()
    void call(branches, {}).then(again)
    await vi.advanceTimersByTimeAsync(499)
    expect(again).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(again).toHaveBeenCalledWith(first)
    expect(sent).toEqual(['branches'])
  })

  test('the stored answer has code 00 and none of the reference lists of the first one', async () => {
    const cache = createBranchCache()
    expect(cache.answer(branches)).toBeUndefined()
    cache.store(branches, envelope({ branches: [] }, { updatedData: [{ name: 'banks' }] }))
    const answer = cache.answer(branches)
    await vi.advanceTimersByTimeAsync(500)
    expect(await answer).toEqual(envelope({ branches: [] }))
  })

  test('after a refusal the branches are asked for again', async () => {
    let code = '05'
    const { call, sent } = createClient(() =>
      envelope({ branches: [] }, { responseCode: code, responseDescription: 'No se puede.' }),
    )
    await expect(call(branches, {})).rejects.toMatchObject({ code: '05' })
    code = '00'
    expect(await call(branches, {})).toEqual({ branches: [] })
    expect(sent).toEqual(['branches', 'branches'])
  })

  test('other calls are sent every time', async () => {
    const { call, sent } = createClient(() => envelope({ list: [] }))
    await call(roles, {})
    await call(roles, {})
    expect(sent).toEqual(['roles', 'roles'])
  })
})
