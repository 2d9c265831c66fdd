import { useState } from 'react'
import { useApp } from '#app/context.ts'
import { ownStorage } from '#app/session/session.ts'

/**
 * An entry of the person's own storage on this device, empty when there is none.
 * @returns the text, and what writes it: missing without a full session, which has no person to keep it for
 */
export function useOwnEntry(name: string): [text: string, write?: (text: string) => void] {
  const own = ownStorage(useApp().session)
  const [text, setText] = useState(() => own?.read(name) ?? '')
  if (!own) return [text]
  const write = (next: string) => {
    setText(next)
    try {
      own.write(name, next)
    } catch (error) {
      console.warn('No se pudo guardar en este dispositivo', error)
    }
  }
  return [text, write]
}
