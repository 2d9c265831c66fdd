import { createContext, use, useSyncExternalStore } from 'react'
import type { Call } from '#kit/api/apiClient.ts'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

/** The objects that `main.tsx` creates for the screens and routes of a program. */
export interface Services<S extends StoredSession> {
  session: SessionStore<S>
  call: Call
}

export function createServicesContext<S extends StoredSession, T extends Services<S>>() {
  const Context = createContext<T | null>(null)
  function useServices(): T {
    const services = use(Context)
    if (!services) throw new Error('A screen is drawn outside of the context of its program')
    return services
  }
  /** The current session; null before a login. Draws again when it changes. */
  function useSession(): S | null {
    const { session } = useServices()
    return useSyncExternalStore(session.subscribe, session.current, session.current)
  }
  return { Context, useServices, useSession }
}
