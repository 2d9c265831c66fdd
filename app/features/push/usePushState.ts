import { useEffect, useState } from 'react'
import { loadPushRegistration } from '#app/device/loadPushRegistration.ts'
import type { PushState } from '#app/device/pushRegistration.ts'

/**
 * Whether this device can be pushed to; undefined until it is known. It is read again when the person
 * comes back to the page, as from the browser's settings.
 * @returns the state, and what sets it after a question to the person
 */
export function usePushState(): [PushState | undefined, (state: PushState) => void] {
  const [state, setState] = useState<PushState>()
  useEffect(() => {
    let isDrawn = true
    const read = () =>
      void loadPushRegistration()
        .then((registration) => registration.state())
        .then((now) => isDrawn && setState(now), console.warn)
    read()
    document.addEventListener('visibilitychange', read)
    window.addEventListener('focus', read)
    return () => {
      isDrawn = false
      document.removeEventListener('visibilitychange', read)
      window.removeEventListener('focus', read)
    }
  }, [])
  return [state, setState]
}
