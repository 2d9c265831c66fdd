import { useQuery } from '@tanstack/react-query'
import { unreadOf } from '#app/features/notifications/unreadFirst.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Notification } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { callQueryOptions } from '#kit/api/callQueries.ts'

/**
 * The unread notifications as the query cache has them (docs/specification.md, "States and
 * transitions"): an answer with 00 replaces the list, any other answer leaves it, a mark changes it.
 * Sends no call itself.
 * @returns undefined before the first answer
 */
export function useUnreadNotifications(): readonly Notification[] | undefined {
  const { data } = useQuery<AnswerOf<typeof notifications>>({
    ...callQueryOptions(notifications, {}),
    enabled: false,
  })
  return data && unreadOf(data.notifications)
}
