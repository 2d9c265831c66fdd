import { beforeEach, describe, expect, test } from 'vitest'
import { MARKED, withFields } from '#app/features/notifications/unreadFirst.ts'
import { createUnreadStream } from '#app/features/notifications/useUnreadNotifications.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { CallQueryClient, prefetch } from '#kit/api/callQueries.ts'
import { aNotification } from '#testing/fixtures/entities.ts'

const unread = aNotification({ id: 'unread' })
const zero = aNotification({ id: 'zero', read: '0' as 'false' })
const read = aNotification({ id: 'read', read: 'true' })
const deleted = aNotification({ id: 'deleted', deleted: 'true' })

let answer: Notification[] | ApiError
let client: CallQueryClient
let emitted: string[][]
let unsubscribe: () => void
beforeEach(() => {
  client = new CallQueryClient((async () => {
    if (answer instanceof ApiError) throw answer
    return { notifications: answer }
  }) as never)
  emitted = []
  unsubscribe = createUnreadStream(client).subscribe((list) =>
    emitted.push(list.map(({ id }) => id)),
  )
  return () => unsubscribe()
})

async function fetchList(next: Notification[] | ApiError): Promise<void> {
  answer = next
  await client.invalidateQueries({ queryKey: [notifications.name], refetchType: 'none' })
  prefetch(client, notifications, {})
  await expect.poll(() => client.isFetching()).toBe(0)
}
/** Changes the list in the cache, as `useMarkNotification` does. */
const mark = (id: string, kind: keyof typeof MARKED) =>
  client.setQueriesData<{ notifications: Notification[] }>(
    { queryKey: [notifications.name] },
    (data) => data && { notifications: withFields(data.notifications, id, MARKED[kind]) },
  )

describe('stream of the unread notifications', () => {
  test('emits nothing before the first answer', () => {
    expect(emitted).toEqual([])
    expect(createUnreadStream(client).current()).toBeUndefined()
  })

  test('an answer with 00 replaces the list; only the unread ones are emitted', async () => {
    await fetchList([unread, zero, read, deleted])
    expect(emitted.at(-1)).toEqual(['unread', 'zero'])
    await fetchList([zero])
    expect(emitted.at(-1)).toEqual(['zero'])
    await fetchList([])
    expect(emitted.at(-1)).toEqual([])
  })

  test('any other answer leaves the list and emits nothing', async () => {
    await fetchList([unread])
    const before = emitted.length
    await fetchList(new ApiError('05', 'No.'))
    await fetchList(new ApiError('88', 'Tu sesión venció.'))
    expect(emitted.length).toBe(before)
    expect(
      createUnreadStream(client)
        .current()
        ?.map(({ id }) => id),
    ).toEqual(['unread'])
  })

  test('reading one re-emits the unread list without it; an undo emits it again', async () => {
    await fetchList([unread, zero])
    mark('unread', 'read')
    expect(emitted.at(-1)).toEqual(['zero'])
    mark('unread', 'unread')
    expect(emitted.at(-1)).toEqual(['unread', 'zero'])
    mark('zero', 'deleted')
    expect(emitted.at(-1)).toEqual(['unread'])
    mark('zero', 'restored')
    expect(emitted.at(-1)).toEqual(['unread', 'zero'])
  })

  test('after unsubscribing it emits no more', async () => {
    await fetchList([unread])
    const before = emitted.length
    unsubscribe()
    mark('unread', 'read')
    expect(emitted.length).toBe(before)
  })
})
