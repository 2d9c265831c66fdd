import { createContext, use, useSyncExternalStore } from 'react'
import type { Session, SessionStore } from '#app/session/session.ts'
import type { Call } from '#kit/api/apiClient.ts'
import type { ServerClock } from '#kit/api/serverClock.ts'

/** What `main.tsx` opened, for screens and routes. */
export interface App {
  session: SessionStore
  call: Call
  clock: ServerClock
  /** Small choices of this device, as the selected loyalty. */
  storage: Storage
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('A screen is drawn outside of the app')
  return app
}

/** The current user; null when nobody is signed in. Redraws when it changes. */
export function useSession(): Session | null {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.current, session.current)
}
