import {
  type QueryClient,
  type QueryFilters,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { MARKED, withFields } from '#app/features/notifications/unreadFirst.ts'
import type { AnswerOf } from '#contract/call.ts'
import { isUnread, type Notification } from '#contract/entities/notification.ts'
import { type Mark, markNotification } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { type ApiError, offlineText } from '#kit/api/apiError.ts'
import { type CallQueryClient, throwApiError } from '#kit/api/callQueries.ts'
import { showToast, showUndoToast } from '#kit/feedback/toasts.ts'

type Answer = AnswerOf<typeof notifications>

/** A mark to send; `opened` says that the person reads the notification (`readNotification`). */
interface MarkRequest {
  notification: Notification
  mark: Mark
  opened?: boolean
}

/** The mark that undoes another one, what the toast says of the latter, and what a failure says. */
const MARKS: Record<Mark, { undo: Mark; done: string; failed: string }> = {
  read: {
    undo: 'unread',
    done: 'Marcada como leída',
    failed: 'No pudimos guardar que la leíste: sigue como no leída.',
  },
  unread: {
    undo: 'read',
    done: 'Quedó sin leer',
    failed: 'No pudimos marcarla como no leída: sigue como leída.',
  },
  deleted: {
    undo: 'restored',
    done: 'La borraste',
    failed: 'No pudimos borrarla: sigue en tu lista.',
  },
  restored: {
    undo: 'deleted',
    done: 'Volvió a tu lista',
    failed: 'No pudimos devolverla a tu lista: probá de nuevo.',
  },
}

const failureText = ({ noAnswer }: ApiError, mark: Mark) =>
  noAnswer === 'offline' ? offlineText('marcar tus notificaciones') : MARKS[mark].failed

/**
 * Marks notifications: every list shows the mark at once, and takes it back when the call fails.
 * Marks are sent one after another, so that an undo arrives after what it undoes.
 * @param opened the notification of what is open, which is read once per opening
 */
export function useMarkNotification(opened: Notification | undefined) {
  const client = useQueryClient() as CallQueryClient
  const mutation = useMutation({
    scope: { id: 'notification marks' },
    mutationFn: ({ notification: { id }, mark, opened }: MarkRequest) =>
      (opened
        ? client.call(readNotification, { notificationId: id })
        : client.call(markNotification, { notificationId: id, option: mark })
      ).catch(throwApiError),
    async onMutate({ notification, mark }) {
      // A refetch in flight would bring back the state before the mark. A first load goes on.
      await client.cancelQueries({
        ...LISTS,
        fetchStatus: 'fetching',
        predicate: ({ state }) => state.data !== undefined,
      })
      setFields(client, notification.id, MARKED[mark])
    },
    onError(error, { notification, mark, opened }) {
      const { read } = notification
      const isReadMark = mark === 'read' || mark === 'unread'
      setFields(client, notification.id, isReadMark ? { read } : MARKED[MARKS[mark].undo])
      // Opened without a network it can be read all the same, and stays unread.
      if (!(opened && error.noAnswer === 'offline')) showToast(failureText(error, mark), 'bad')
    },
    onSettled(_answer, error, { mark }) {
      // After a failure the server may have executed the call. A restored notification is missing
      // where the list was fetched again since its deletion.
      if (error || mark === 'restored') void client.invalidateQueries(LISTS)
    },
  })
  const readOpened = useEffectEvent(() => {
    if (opened && isUnread(opened))
      mutation.mutate({ notification: opened, mark: 'read', opened: true })
  })
  const openedId = opened?.id
  useEffect(() => {
    if (openedId !== undefined) readOpened()
  }, [openedId])
  const { variables, error } = mutation
  const failure =
    error && variables && !(variables.opened && error.noAnswer === 'offline')
      ? { notification: variables.notification, text: failureText(error, variables.mark) }
      : null
  return {
    /** The sentence about a mark that failed, to show beside the list and in the sheet of its notification. */
    failure,
    /** Marks a notification and offers to undo it. */
    mark: (notification: Notification, mark: Mark) => {
      mutation.mutate({ notification, mark })
      const { undo, done } = MARKS[mark]
      showUndoToast(done, () => mutation.mutate({ notification, mark: undo }))
    },
  }
}

const LISTS = { queryKey: [notifications.name] } satisfies QueryFilters

function setFields(client: QueryClient, id: string, fields: Partial<Notification>): void {
  client.setQueriesData<Answer>(
    LISTS,
    (answer) => answer && { notifications: withFields(answer.notifications, id, fields) },
  )
}
