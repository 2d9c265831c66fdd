import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { draftKey } from '#console/session.ts'
import { storage } from '#kit/browser/storage.ts'

/**
 * The unsent observations on a request. They last until the tab is closed, the operator signs out
 * or `remove` is called.
 */
interface ObservationsDraft {
  text: string
  write: (text: string) => void
  /** Removes the draft, after it was sent. */
  remove: () => void
}

/**
 * The draft survives a sheet that is closed by accident and a session that expires. It belongs to
 * its author: another operator in the same tab starts with an empty one.
 */
export function useObservationsDraft(reference: string): ObservationsDraft {
  const email = useSession()?.email ?? ''
  const key = draftKey(email, reference)
  const [text, setText] = useState(() => storage('sessionStorage').getItem(key) ?? '')
  return {
    text,
    write(value) {
      setText(value)
      try {
        storage('sessionStorage').setItem(key, value)
      } catch (error) {
        console.warn('No se pudieron guardar las observaciones a medio escribir', error)
      }
    },
    remove: () => storage('sessionStorage').removeItem(key),
  }
}
