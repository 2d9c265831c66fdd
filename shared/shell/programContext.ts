import { createContext, use, useSyncExternalStore } from 'react'
import type { Call } from '#kit/api/apiClient.ts'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'

/** The objects that `main.tsx` creates for the screens and routes of a program. */
export interface Program<S extends StoredSession> {
  session: SessionStore<S>
  call: Call
}

export function createProgramContext<S extends StoredSession, T extends Program<S>>() {
  const Context = createContext<T | null>(null)
  function useProgram(): T {
    const program = use(Context)
    if (!program) throw new Error('A screen is drawn outside of the context of its program')
    return program
  }
  /** The current session; null before a login. Draws again when it changes. */
  function useSession(): S | null {
    const { session } = useProgram()
    return useSyncExternalStore(session.subscribe, session.current, session.current)
  }
  return { Context, useProgram, useSession }
}
