// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { MARKED, withFields } from '#app/features/notifications/unreadFirst.ts'
import { useUnreadNotifications } from '#app/features/notifications/useUnreadNotifications.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { CallQueryClient, callQueryOptions } from '#kit/api/callQueries.ts'
import { aNotification } from '#testing/fixtures/entities.ts'

const unread = aNotification({ id: 'unread' })
const zero = aNotification({ id: 'zero', read: '0' as 'false' })
const read = aNotification({ id: 'read', read: 'true' })
const deleted = aNotification({ id: 'deleted', deleted: 'true' })

function render() {
  let answer: Notification[] | ApiError = []
  const client = new CallQueryClient((async () => {
    if (answer instanceof ApiError) throw answer
    return { notifications: answer }
  }) as never)
  const { result } = renderHook(useUnreadNotifications, {
    wrapper: ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client }, children),
  })
  return {
    ids: () => result.current?.map(({ id }) => id),
    fetchList: (next: Notification[] | ApiError) =>
      act(async () => {
        answer = next
        const options = { ...callQueryOptions(notifications, {}), staleTime: 0 }
        await client.fetchQuery(options).catch(() => undefined)
      }),
    /** Changes the list in the cache, as `useMarkNotification` does. */
    mark: (id: string, kind: keyof typeof MARKED) =>
      act(async () => {
        client.setQueriesData<{ notifications: Notification[] }>(
          { queryKey: [notifications.name] },
          (data) => data && { notifications: withFields(data.notifications, id, MARKED[kind]) },
        )
      }),
  }
}

afterEach(cleanup)

describe('useUnreadNotifications', () => {
  test('an answer with 00 replaces the list of the unread; any other answer leaves it', async () => {
    const { ids, fetchList } = render()
    expect(ids()).toBeUndefined()
    await fetchList([unread, zero, read, deleted])
    expect(ids()).toEqual(['unread', 'zero'])
    await fetchList(new ApiError('05', 'No.'))
    await fetchList(new ApiError('88', 'Tu sesión venció.'))
    expect(ids()).toEqual(['unread', 'zero'])
    await fetchList([])
    expect(ids()).toEqual([])
  })

  test('a mark changes the list, and its undo changes it back', async () => {
    const { ids, fetchList, mark } = render()
    await fetchList([unread, zero])
    await mark('unread', 'read')
    expect(ids()).toEqual(['zero'])
    await mark('unread', 'unread')
    expect(ids()).toEqual(['unread', 'zero'])
    await mark('zero', 'deleted')
    expect(ids()).toEqual(['unread'])
    await mark('zero', 'restored')
    expect(ids()).toEqual(['unread', 'zero'])
  })
})
