// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheBranches, retainBranches } from '#app/features/stations/branchCache.ts'
import { branches } from '#contract/info/branches.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { CallQueryClient, callQueryOptions, isFirstLoad } from '#kit/api/callQueries.ts'
import { aBranch } from '#testing/fixtures/entities.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A client whose calls get these replies in turn, with the names of the calls that were sent. */
function createClient(...replies: (object | Error)[]) {
  const sent: string[] = []
  const call = cacheBranches((async ({ name }) => {
    sent.push(name)
    const reply = replies.shift()
    if (reply instanceof Error) throw reply
    return reply
  }) as Call)
  return { call, sent }
}

describe('cacheBranches', () => {
  test('a repeated request for the branches is answered after 500 ms, without the server', async () => {
    const { call, sent } = createClient({ branches: [aBranch()] })
    const first = await call(branches, {})
    const again = vi.fn<(answer: object) => void>()
    void call(branches, {}).then(again)
    await vi.advanceTimersByTimeAsync(499)
    expect(again).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(again).toHaveBeenCalledWith(first)
    expect(sent).toEqual(['branches'])
  })

  test('the branches are asked for again after a refusal', async () => {
    const { call, sent } = createClient(new ApiError('05', 'No se puede.'), { branches: [] })
    await expect(call(branches, {})).rejects.toMatchObject({ code: '05' })
    expect(await call(branches, {})).toEqual({ branches: [] })
    expect(sent).toEqual(['branches', 'branches'])
  })

  test('other calls are sent every time', async () => {
    const { call, sent } = createClient({ list: [] }, { list: [] })
    await call(roles, {})
    await call(roles, {})
    expect(sent).toEqual(['roles', 'roles'])
  })
})

describe('retainBranches', () => {
  test('asks for the branches again on each screen and draws those of before at once', async () => {
    const { call } = createClient({ branches: [] })
    const client = new CallQueryClient(call)
    retainBranches(client)
    const open = () => new QueryObserver(client, callQueryOptions(branches, {}))
    const close = open().subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(0)
    close()
    // Longer than an answer is kept that no screen draws.
    await vi.advanceTimersByTimeAsync(600_000)
    const again = open()
    again.subscribe(() => undefined)
    expect(again.getCurrentResult().data).toEqual({ branches: [] })
    expect([client.isFetching(), client.isFetching({ predicate: isFirstLoad })]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(500)
    expect(client.isFetching()).toBe(0)
  })
})
