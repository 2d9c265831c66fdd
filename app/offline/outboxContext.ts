import { createContext, use, useSyncExternalStore } from 'react'
import type { Outbox, UnsentMessage } from '#app/offline/outbox.ts'

/** The outbox of the app; null outside of it. */
export const OutboxContext = createContext<Outbox | null>(null)

export function useOutbox(): Outbox {
  const outbox = use(OutboxContext)
  if (!outbox) throw new Error('A screen is drawn outside of the app')
  return outbox
}

/** The messages that the server does not have yet, oldest first. */
export function useUnsentMessages(): readonly UnsentMessage[] {
  const { subscribe, messages } = useOutbox()
  return useSyncExternalStore(subscribe, messages, messages)
}
