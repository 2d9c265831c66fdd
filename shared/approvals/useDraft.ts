import { useState } from 'react'
import { personalStorage } from '#kit/browser/perUserStorage.ts'
import { storage } from '#kit/browser/storage.ts'

/**
 * An unsent text of an operator. It survives a sheet that is closed by accident and a session that
 * expires, and lasts until the tab is closed, its author signs out or `remove` is called. Another
 * operator in the same tab starts with an empty one.
 * @param email of the author
 * @param subject what it is about, unique for the author
 */
export function useDraft(email: string, subject: string) {
  const name = `observations ${subject}`
  const own = () => personalStorage(email, storage('sessionStorage'))
  const [text, setText] = useState(() => own().read(name) ?? '')
  return {
    text,
    write(value: string) {
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
