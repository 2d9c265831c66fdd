import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionKeeper } from '#console/session.ts'
import type { Call } from '#kit/api/apiClient.ts'

/** What `main.tsx` opened, for screens and routes. */
export interface Desk {
  session: SessionKeeper
  call: Call
}

export const DeskContext = createContext<Desk | null>(null)

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('A screen is drawn outside of the console')
  return desk
}

/** Who works here; null when nobody is signed in. Redraws when it changes. */
export function useSession(): Session | null {
  const { session } = useDesk()
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}
