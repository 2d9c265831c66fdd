import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { draftKey } from '#console/session.ts'
import { storage } from '#kit/browser/storage.ts'

/** What an operator wants to say of a request, kept until the tab is closed, they leave or `forget` is called. */
export interface ObservationsDraft {
  text: string
  write: (text: string) => void
  /** It was said. */
  forget: () => void
}

/**
 * A request's observations outlive the sheet that is closed by a slip of the finger and the session
 * that ends before they are sent. They are their writer's: a colleague at the same desk starts anew.
 */
export function useObservationsDraft(reference: string): ObservationsDraft {
  const email = useSession()?.email ?? ''
  const key = draftKey(email, reference)
  const [text, setText] = useState(() => storage('sessionStorage').getItem(key) ?? '')
  return {
    text,
    write(written) {
      setText(written)
      try {
        storage('sessionStorage').setItem(key, written)
      } catch (error) {
        console.warn('No se pudieron guardar las observaciones a medio escribir', error)
      }
    },
    forget: () => storage('sessionStorage').removeItem(key),
  }
}
