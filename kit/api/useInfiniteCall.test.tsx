// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import type { RequestOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { transportError } from '#kit/api/apiError.ts'
import { CallQueryClient } from '#kit/api/callQueries.ts'
import { prefetchPages, useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { isStale } from '#kit/feedback/queryStatus.ts'

afterEach(cleanup)

const fields = { loyaltyCode: 'L1', dateFrom: '20260801000000', dateTo: '20261120235959' }

/**
 * A client that serves a list two lines at a time; `next` is the last line of a page.
 * @param nextPages delays every page but the first
 */
function createClient(list: string[], nextPages = Promise.resolve()) {
  const cursors: string[] = []
  const call = (async (_service, { after }: RequestOf<typeof movements>) => {
    cursors.push(after ?? '')
    if (after) await nextPages
    const start = after ? list.indexOf(after) + 1 : 0
    const page = list.slice(start, start + 2)
    if (page.includes('broken')) throw transportError(400)
    return { movements: page, next: list.length > start + 2 ? page.at(-1) : '' }
  }) as Call
  const client = new CallQueryClient(call)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { client, cursors, wrapper }
}

function renderList(list: string[]) {
  const { cursors, wrapper } = createClient(list)
  const { result } = renderHook(() => useInfiniteCall(movements, fields), { wrapper })
  const lines = () => result.current.data?.flatMap((page) => page.movements)
  const fetchNext = () => act(() => void result.current.fetchNextPage())
  return { cursors, result, lines, fetchNext }
}

describe('useInfiniteCall', () => {
  test('loads one page at a time until there is no next one', async () => {
    const { cursors, result, lines, fetchNext } = renderList(['a', 'b', 'c', 'd', 'e'])
    expect(result.current.isPending).toBe(true)
    await waitFor(() => expect(lines()).toEqual(['a', 'b']))
    fetchNext()
    await waitFor(() => expect(lines()).toEqual(['a', 'b', 'c', 'd']))
    fetchNext()
    await waitFor(() => expect(lines()).toEqual(['a', 'b', 'c', 'd', 'e']))
    expect(result.current.hasNextPage).toBe(false)
    expect(cursors).toEqual(['', 'b', 'd'])
  })

  test('keeps the loaded pages when the next one fails, and does not call them stale', async () => {
    const { result, lines, fetchNext } = renderList(['a', 'b', 'broken'])
    await waitFor(() => expect(lines()).toEqual(['a', 'b']))
    fetchNext()
    await waitFor(() => expect(result.current.isFetchNextPageError).toBe(true))
    expect(result.current.error?.code).toBe('400')
    expect(lines()).toEqual(['a', 'b'])
    expect(isStale(result.current)).toBe(false)
  })

  test('refetches all loaded pages, so that a new line leaves no gap between them', async () => {
    const list = ['a', 'b', 'c', 'd']
    const { result, lines, fetchNext } = renderList(list)
    await waitFor(() => expect(lines()).toEqual(['a', 'b']))
    fetchNext()
    await waitFor(() => expect(lines()).toHaveLength(4))
    list.unshift('new')
    act(() => void result.current.refetch())
    await waitFor(() => expect(lines()).toEqual(['new', 'a', 'b', 'c']))
    expect(result.current.hasNextPage).toBe(true)
  })
})

describe('prefetchPages', () => {
  test('fetches the first page once for the screen that follows', async () => {
    const { client, cursors, wrapper } = createClient(['a'])
    prefetchPages(client, movements, fields)
    const { result } = renderHook(() => useInfiniteCall(movements, fields), { wrapper })
    await waitFor(() => expect(result.current.isSuccess).toBe(true))
    expect(cursors).toEqual([''])
  })
})

describe('LoadMore', () => {
  test('fetches one page for a double click', async () => {
    const nextPages = Promise.withResolvers<void>()
    const { cursors, wrapper } = createClient(['a', 'b', 'c', 'd', 'e'], nextPages.promise)
    function Foot() {
      const query = useInfiniteCall(movements, fields)
      return <LoadMore query={query} count={query.data?.length ?? 0} within="en total" />
    }
    render(<Foot />, { wrapper })
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Ver más' }))
    nextPages.resolve()
    await screen.findByText('2 a la vista')
    expect(cursors).toEqual(['', 'b'])
  })
})
