// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { movements } from '#contract/financial/movements.ts'
import type { RequestOf } from '#contract/service.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { transportError } from '#kit/api/apiError.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { prefetchPages, useInfiniteCall } from '#kit/api/useInfiniteCall.ts'

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

const params = { loyaltyCode: 'L1', dateFrom: '20260801000000', dateTo: '20261120235959' }

/** Purchases in the order of the wire, given out two at a time; `next` is the last one's place. */
function open(list: string[]) {
  const asked: string[] = []
  const call = (async (_service, fields) => {
    const { after } = fields as RequestOf<typeof movements>
    asked.push(after ?? '')
    const start = after ? list.indexOf(after) + 1 : 0
    const page = list.slice(start, start + 2)
    if (page.includes('broken')) throw transportError(400)
    return { movements: page, next: list.length > start + 2 ? page.at(-1) : '' }
  }) as Call
  const answers = new CallQueryClient(call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={answers}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useInfiniteCall(movements, params), { wrapper })
  const seen = () => result.current[0].answer?.flatMap((page) => page.movements)
  return { answers, asked, result, seen }
}
afterEach(cleanup)

test('one page more at a time, until nothing follows', async () => {
  const { asked, result, seen } = open(['a', 'b', 'c', 'd', 'e'])
  expect(result.current[0].state).toBe('waiting')
  await waitFor(() => expect(seen()).toEqual(['a', 'b']))
  act(() => result.current[1]?.ask())
  await waitFor(() => expect(seen()).toEqual(['a', 'b', 'c', 'd']))
  act(() => result.current[1]?.ask())
  await waitFor(() => expect(seen()).toEqual(['a', 'b', 'c', 'd', 'e']))
  expect(result.current[1]).toBeNull()
  expect(asked).toEqual(['', 'b', 'd'])
})

test('two taps bring one page', async () => {
  const { asked, result, seen } = open(['a', 'b', 'c', 'd'])
  await waitFor(() => expect(seen()).toEqual(['a', 'b']))
  act(() => {
    result.current[1]?.ask()
    result.current[1]?.ask()
  })
  await waitFor(() => expect(seen()).toEqual(['a', 'b', 'c', 'd']))
  expect(asked).toEqual(['', 'b'])
})

test('what came keeps its place when the next page does not', async () => {
  const { result, seen } = open(['a', 'b', 'broken'])
  await waitFor(() => expect(seen()).toEqual(['a', 'b']))
  act(() => result.current[1]?.ask())
  await waitFor(() => expect(result.current[1]?.failure?.code).toBe('400'))
  expect(seen()).toEqual(['a', 'b'])
  // What is there is as new as it was.
  expect(result.current[0]).toMatchObject({ state: 'here', failure: null })
})

test('a purchase that arrives meanwhile leaves no gap between the pages', async () => {
  const list = ['a', 'b', 'c', 'd']
  const { result, seen } = open(list)
  await waitFor(() => expect(seen()).toEqual(['a', 'b']))
  act(() => result.current[1]?.ask())
  await waitFor(() => expect(seen()).toHaveLength(4))
  list.unshift('new')
  act(() => result.current[0].again())
  await waitFor(() => expect(seen()).toEqual(['new', 'a', 'b', 'c']))
  expect(result.current[1]).not.toBeNull()
})

test('the first page asked early is not asked again', async () => {
  const asked: object[] = []
  const answers = new CallQueryClient((async (_service, fields) => {
    asked.push(fields)
    return { movements: ['a'], next: '' }
  }) as Call)
  prefetchPages(answers, movements, params)
  const { result } = renderHook(() => useInfiniteCall(movements, params), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={answers}>{children}</QueryClientProvider>
    ),
  })
  await waitFor(() => expect(result.current[0].state).toBe('here'))
  expect(asked).toEqual([params])
})
