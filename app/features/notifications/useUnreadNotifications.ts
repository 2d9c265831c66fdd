import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { unreadOf } from '#app/features/notifications/unreadFirst.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { callQueryOptions } from '#kit/api/callQueries.ts'

type Answer = AnswerOf<typeof notifications>

/**
 * The stream of the unread notifications (docs/specification.md, "States and transitions"). It reads
 * the query cache: an answer with 00 replaces the list, any other answer leaves it; a reading
 * changes the list. It sends no call itself.
 */
interface UnreadStream {
  /** The newest emission; undefined before the first answer. */
  current: () => readonly Notification[] | undefined
  /** Emits the unread notifications after each change of the list. @returns the function that unsubscribes */
  subscribe: (listener: (unread: readonly Notification[]) => void) => () => void
}

/** The unread notifications of the list of all types. */
export function createUnreadStream(client: QueryClient): UnreadStream {
  const options = callQueryOptions(notifications, {})
  let source: Answer | undefined
  let unread: readonly Notification[] | undefined
  const current = () => {
    const answer = client.getQueryData<Answer>(options.queryKey)
    if (answer !== source) {
      source = answer
      unread = answer && unreadOf(answer.notifications)
    }
    return unread
  }
  return {
    current,
    subscribe(listener) {
      const observer = new QueryObserver<Answer>(client, {
        ...options,
        enabled: false,
        notifyOnChangeProps: ['data'],
      })
      return observer.subscribe(() => {
        const list = current()
        if (list) listener(list)
      })
    },
  }
}

/** The unread notifications as far as the app knows them; undefined before the first answer. */
export function useUnreadNotifications(): readonly Notification[] | undefined {
  const client = useQueryClient()
  const [stream] = useState(() => createUnreadStream(client))
  return useSyncExternalStore(stream.subscribe, stream.current, stream.current)
}
