import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useApp } from '#app/context.ts'
import {
  onPendingMessage,
  type PendingMessage,
  parsePending,
  pendingText,
  sendPending,
} from '#app/features/comments/pendingMessage.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'

/** Milliseconds until a message that waits is sent again. The server takes five messages an hour. */
const RETRY_MS = 60_000

/** The message that the server does not have yet; null without one. */
export function usePendingMessage(): PendingMessage | null {
  const { session } = useApp()
  return parsePending(useSyncExternalStore(onPendingMessage, () => pendingText(session)))
}

/**
 * Sends the message that waits: when the app starts or is shown, when the network is back, when a
 * session starts, and every minute while it waits. Draws nothing.
 */
export function PendingMessageSender(): null {
  const app = useApp()
  const client = useQueryClient()
  useEffect(() => {
    const { session } = app
    let timer: ReturnType<typeof setTimeout> | undefined
    let hadMessage = pendingText(session) !== null
    const sendAndPlan = async () => {
      const waits = await sendPending(app)
      clearTimeout(timer)
      if (waits) timer = setTimeout(send, RETRY_MS)
    }
    const send = () => {
      clearTimeout(timer)
      if (document.hidden || pendingText(session) === null) return
      sendAndPlan().catch(console.warn)
    }
    const unsubscribe = [
      onPendingMessage(() => {
        const hasMessage = pendingText(session) !== null
        // This tab or another one has sent it: the list does not show it yet.
        if (hadMessage && !hasMessage)
          void client.invalidateQueries({ queryKey: [sentMessages.name] })
        hadMessage = hasMessage
      }),
      session.subscribe(() => {
        hadMessage = pendingText(session) !== null
        send()
      }),
    ]
    addEventListener('online', send)
    document.addEventListener('visibilitychange', send)
    send()
    return () => {
      clearTimeout(timer)
      removeEventListener('online', send)
      document.removeEventListener('visibilitychange', send)
      for (const stop of unsubscribe) stop()
    }
  }, [app, client])
  return null
}
