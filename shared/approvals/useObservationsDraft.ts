import { useState } from 'react'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
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
 * @param email of the author
 * @param subject the reference of the request, or a name for several at once
 */
export function useObservationsDraft(email: string, subject: string): ObservationsDraft {
  const name = `observations ${subject}`
  const own = () => personalStorage(email, storage('sessionStorage'))
  const [text, setText] = useState(() => own().read(name) ?? '')
  return {
    text,
    write(value) {
      setText(value)
      try {
        own().write(name, value)
      } catch (error) {
        console.warn('No se pudieron guardar las observaciones a medio escribir', error)
      }
    },
    remove: () => own().remove(name),
  }
}
