import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionStore } from '#console/session.ts'
import type { Call } from '#kit/api/apiClient.ts'

/** What `main.tsx` opened, for screens and routes. */
export interface ConsoleServices {
  session: SessionStore
  call: Call
}

export const ConsoleContext = createContext<ConsoleServices | null>(null)

export function useConsole(): ConsoleServices {
  const desk = use(ConsoleContext)
  if (!desk) throw new Error('A screen is drawn outside of the console')
  return desk
}

/** Who works here; null when nobody is signed in. Redraws when it changes. */
export function useSession(): Session | null {
  const { session } = useConsole()
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}
