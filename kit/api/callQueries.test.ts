import { describe, expect, test, vi } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { roles } from '#contract/user/roles.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { ApiError, transportError } from '#kit/api/apiError.ts'
import { CallQueryClient, isFirstLoad, prefetch } from '#kit/api/callQueries.ts'

/** Answers from a list, one per call; the last one again and again. */
function open(...replies: unknown[]) {
  const asked: [string, object][] = []
  const call = (async (service, params) => {
    asked.push([service.name, params])
    const reply = replies.length > 1 ? replies.shift() : replies[0]
    if (reply instanceof Error) throw reply
    return reply
  }) as Call
  const answers = new CallQueryClient(call)
  answers.setDefaultOptions({
    queries: { ...answers.getDefaultOptions().queries, retryDelay: 1 },
  })
  return { answers, asked }
}
/** Until nothing is under way, its repeats included. */
const settled = (answers: CallQueryClient) =>
  vi.waitFor(() => expect(answers.isFetching()).toBe(0), 20_000)
const soon = { type: '2' }

describe('a question asked early', () => {
  test('is found again by name and params', async () => {
    const { answers, asked } = open({ debts: [] })
    prefetch(answers, getDebts, { type: '2' })
    await settled(answers)
    expect(asked).toEqual([['getDebts', soon]])
    expect(answers.getQueryData(['getDebts', soon])).toEqual({ debts: [] })
    prefetch(answers, getDebts, { type: '2' })
    await settled(answers)
    expect(asked).toHaveLength(1)
    prefetch(answers, getDebts, { type: '1' })
    await settled(answers)
    expect(asked).toHaveLength(2)
  })

  test('goes out again once something made its answer old', async () => {
    const { answers, asked } = open({ debts: [] })
    prefetch(answers, getDebts, soon)
    await settled(answers)
    await answers.invalidateQueries({ queryKey: [getDebts.name] })
    prefetch(answers, getDebts, soon)
    await settled(answers)
    expect(asked).toHaveLength(2)
  })

  test('the stations are asked once in a visit', () => {
    const { answers } = open({})
    const staleTime = answers.getDefaultOptions().queries?.staleTime as (query: {
      queryKey: readonly unknown[]
    }) => number
    expect(staleTime({ queryKey: [branches.name, {}] })).toBe(Number.POSITIVE_INFINITY)
    expect(staleTime({ queryKey: [roles.name, {}] })).toBe(30_000)
  })
})

describe('a question that fails', () => {
  test('is asked twice more when the network or the server broke', async () => {
    const { answers, asked } = open(transportError(0), transportError(503), { list: [] })
    prefetch(answers, roles, {})
    await settled(answers)
    expect(asked).toHaveLength(3)
    expect(answers.getQueryData(['roles', {}])).toEqual({ list: [] })
  })

  test('is waited for at its own button when it is asked again, and only there', async () => {
    const reply = Promise.withResolvers<never>()
    const { answers } = open(reply.promise)
    const waiting = () => answers.isFetching({ predicate: isFirstLoad })
    prefetch(answers, roles, {})
    expect(waiting()).toBe(1)
    reply.reject(new ApiError('05', 'No se puede.'))
    await vi.waitFor(() => expect(answers.getQueryState(['roles', {}])?.status).toBe('error'))
    prefetch(answers, roles, {})
    expect([answers.isFetching(), waiting()]).toEqual([1, 0])
  })

  test('stays failed when the server said no', async () => {
    const { answers, asked } = open(new ApiError('05', 'No se puede.'))
    prefetch(answers, roles, {})
    await settled(answers)
    expect(asked).toHaveLength(1)
    expect(answers.getQueryState(['roles', {}])?.error).toMatchObject({ code: '05' })
  })
})
